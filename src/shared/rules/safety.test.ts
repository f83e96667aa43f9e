import { describe, expect, test } from 'vitest'
import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { findSafety, markInNote } from './safety.ts'
import { transcriptOf } from './transcript.fixture.ts'

const found = (text: string) => findSafety(transcriptOf(text), []).map(({ topic, finding }) => `${topic}: ${finding}`)

describe('what the client says', () => {
  test.each<[string, SafetyPassage['topic']]>([
    ['I want to die.', 'suicide'],
    ['Some nights I think about killing myself.', 'suicide'],
    ['If I killed myself nobody would notice.', 'suicide'],
    ['I just don’t want to be here anymore.', 'suicide'],
    ["They'd be better off without me.", 'suicide'],
    ['My friend killed himself last spring.', 'suicide'],
    ["I can't stop thinking about ending my life.", 'suicide'],
    ['I sometimes wish I was dead.', 'suicide'],
    ['I cut myself on Tuesday.', 'self-harm'],
    ["I've been cutting again.", 'self-harm'],
    ["I haven't hurt myself in three weeks.", 'self-harm'],
    ['I swear I could strangle my husband.', 'harm to others'],
    ['I thought about hurting him.', 'harm to others'],
    ['He hits me when he drinks.', 'abuse'],
    ['My uncle molested me.', 'abuse'],
    ["I'm afraid of my husband.", 'abuse'],
    ['I hear voices telling me to run.', 'psychosis'],
    ['The government is watching me.', 'psychosis'],
    ['I relapsed on Friday.', 'substance use'],
    ['I smoke weed every day.', 'substance use'],
    ['I drink a bottle of wine each evening.', 'substance use'],
  ])('%s', (sentence, topic) => {
    expect(found(`C: ${sentence}`)).toContain(`${topic}: stated`)
  })

  test('a no to something else is no denial', () => {
    expect(found('C: No, it just seems that cutting myself is the only way out.')).toEqual(['self-harm: stated'])
  })

  test.each([
    ['I would never kill myself.', 'suicide: denied'],
    ["I'm not suicidal.", 'suicide: denied'],
    ["No, I don't hear voices.", 'psychosis: denied'],
    ["I've never cut myself.", 'self-harm: denied'],
    ["I don't use drugs.", 'substance use: denied'],
  ])('%s', (sentence, expected) => {
    expect(found(`C: ${sentence}`)).toEqual([expected])
  })

  test.each([
    "I'm dying to see you.",
    'You were killing it on stage.',
    'Shoot me an email.',
    'You always crack me up.',
    'My feet are killing me.',
    'I could murder a pizza.',
    'My mom is going to kill me when she sees the car.',
    'We killed two birds with one stone.',
    'I should cut myself some slack.',
    "I'm cutting back on sugar.",
    'I need to drink more water.',
    'He beat me at chess.',
    'We binge-watched the whole show.',
    'I left you a voice mail.',
    'It was a dead end, honestly.',
    'I beat myself up about the exam.',
    'I went to high school here.',
  ])('means nothing of the kind: %s', (sentence) => {
    expect(found(`C: ${sentence}`)).toEqual([])
  })
})

describe('what the therapist asks', () => {
  test('answered with no is denied', () => {
    expect(found('T: Any thoughts of suicide?\nC: No, nothing like that.')).toEqual(['suicide: denied'])
  })

  test('answered with yes is stated', () => {
    expect(found('T: Do you ever hurt yourself?\nC: Yeah, sometimes.')).toEqual(['self-harm: stated'])
  })

  test('passed over is asked, not answered', () => {
    expect(found('T: Have you thought about killing yourself?\nC: My week was very long.')).toEqual([
      'suicide: asked, not answered',
    ])
    expect(found('T: Have you thought about killing yourself?')).toEqual(['suicide: asked, not answered'])
  })

  test('and the client takes up is one passage, the client’s', () => {
    const passages = findSafety(
      transcriptOf('T: Have you thought about suicide?\nC: Well, last month I wanted to die.'),
      [],
    )
    expect(passages.map(({ utteranceId, finding }) => [utteranceId, finding])).toEqual([['u2', 'stated']])
  })

  test.each([
    ['T: When did you last cut yourself?\nC: On Tuesday.', ['self-harm: stated']],
    ["T: When did you last cut yourself?\nC: I don't know.", ['self-harm: asked, not answered']],
    ["T: Do you want to kill yourself?\nC: I don't know.", ['suicide: asked, not answered']],
    ["T: So you didn't hurt anybody.\nC: No.", ['harm to others: denied']],
    ['T: You told me that you want to die. How did you sleep?\nC: No, badly.', ['suicide: asked, not answered']],
    ['T: Are you suicidal? Any thoughts of hurting yourself?\nC: No.', ['suicide: denied', 'self-harm: denied']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('told in general is no passage', () => {
    expect(found('T: Alcohol can cause liver disease.\nC: I see.')).toEqual([])
  })
})

test('quotes are sentences of the utterance they name', () => {
  const transcript = transcriptOf('C: It was a hard week. I want to die. Nobody called.')
  const [passage] = findSafety(transcript, [])
  expect(passage).toMatchObject({ utteranceId: 'u1', quote: 'I want to die.' })
})

const note = (content: string, evidence: Section['statements'][number]['evidence'] = []): Section[] => [
  { title: 'Subjective', content, statements: [{ text: content, evidence, check: 'supported' }] },
]

describe('inNote', () => {
  const transcript = transcriptOf('C: I want to die.')
  const isInNote = (sections: Section[]) => findSafety(transcript, sections)[0]?.inNote

  test('is true when a statement cites it or the text speaks of it', () => {
    expect(isInNote(note('Client voiced despair.', [{ utteranceId: 'u1', quote: 'I want to die' }]))).toBe(true)
    expect(isInNote(note('Client reports suicidal thoughts.'))).toBe(true)
  })

  test('is false when the note is silent, or denies what was stated', () => {
    expect(isInNote(note('Client feels tired.'))).toBe(false)
    expect(isInNote(note('Client denies suicidal ideation.'))).toBe(false)
  })

  test('follows an edit', () => {
    const passages = findSafety(transcript, note('Client feels tired.'))
    expect(markInNote(passages, note('Client reports suicidal thoughts.'))[0]?.inNote).toBe(true)
  })
})
