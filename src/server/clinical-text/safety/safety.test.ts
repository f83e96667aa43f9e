import { describe, expect, test } from 'vitest'
import type { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { findSafety, markInNote } from './safety.ts'
import { transcriptOf } from '../transcript.fixture.ts'

const findingsIn = (text: string) =>
  findSafety(transcriptOf(text), []).map(({ topic, finding }) => `${topic}: ${finding}`)

describe('safety passages in the client’s words', () => {
  test.each<[string, SafetyPassage['topic']]>([
    ['I want to die.', 'suicide'],
    ['Some nights I think about killing myself.', 'suicide'],
    ['I just don’t want to be here anymore.', 'suicide'],
    ["They'd be better off without me.", 'suicide'],
    ["I can't stop thinking about ending my life.", 'suicide'],
    ['I sometimes wish I was dead.', 'suicide'],
    ['I cut myself on Tuesday.', 'self-harm'],
    ["I've been cutting again.", 'self-harm'],
    ['I thought about hurting him.', 'harm to others'],
    ['He hits me when he drinks.', 'abuse'],
    ['My uncle molested me.', 'abuse'],
    ["I'm afraid of my husband.", 'abuse'],
    ['I hear voices telling me to run.', 'psychosis'],
    ['The government is watching me.', 'psychosis'],
    ['I relapsed on Friday.', 'substance use'],
    ['I drink a bottle of wine each evening.', 'substance use'],
    ["If I didn't wake up, that would be okay.", 'suicide'],
    ["It wouldn't be so bad if I just didn't wake up one day.", 'suicide'],
    ["It'd be easier not to wake up.", 'suicide'],
    ['I stood on a bridge once.', 'suicide'],
    ["I was standing on the edge of the platform and I thought, that's it.", 'suicide'],
    ['I wish I could go to sleep and not wake up.', 'suicide'],
    ["I wouldn't mind if a truck hit me.", 'suicide'],
    ['Sometimes I hope a car hits me.', 'suicide'],
    ['I just want it all to be over.', 'suicide'],
    ['I want to disappear.', 'suicide'],
    ["Everyone would be better off if I wasn't around.", 'suicide'],
    ["I've been saving up my pills.", 'suicide'],
    ['I took all my pills in March.', 'suicide'],
    ['I thought about driving into a tree.', 'suicide'],
    ["I don't want to be alive.", 'suicide'],
    ["I'd rather be dead.", 'suicide'],
    ['I have nothing to live for.', 'suicide'],
    ['I gave my watch away and wrote goodbye letters.', 'suicide'],
    ['I think about death a lot.', 'suicide'],
    ['I thought about jumping.', 'suicide'],
    ['I burn myself.', 'self-harm'],
    ['I burned my arm with a lighter on purpose.', 'self-harm'],
    ['I scratch my arms until they bleed.', 'self-harm'],
    ['I punch the wall until my hand bleeds.', 'self-harm'],
    ['I took a razor to my leg.', 'self-harm'],
    ['I bang my head against the wall.', 'self-harm'],
    ['I pick my skin until it bleeds.', 'self-harm'],
    ['I have old scars, I did them with a blade.', 'self-harm'],
    ['I make myself throw up.', 'self-harm'],
    ['He put his hands on me.', 'abuse'],
    ['He got physical last night.', 'abuse'],
    ['He grabbed me by the throat.', 'abuse'],
    ['She threw a plate at me.', 'abuse'],
    ['He pushed me down the stairs.', 'abuse'],
    ["He won't let me leave the house.", 'abuse'],
    ['He checks my phone and takes my money.', 'abuse'],
    ['I have a bruise where he held me.', 'abuse'],
    ['He forced himself on me.', 'abuse'],
    ["He didn't stop when I said no.", 'abuse'],
    ['I walk on eggshells around him.', 'abuse'],
    ['He said he would kill me if I left.', 'abuse'],
    ['I hear someone calling my name when nobody is there.', 'psychosis'],
    ['I hear whispering at night and I live alone.', 'psychosis'],
    ['It tells me to hurt people, the voice.', 'psychosis'],
    ['I hear my dead brother talking to me.', 'psychosis'],
    ['They put a chip in my tooth.', 'psychosis'],
    ['There are cameras in my walls.', 'psychosis'],
    ['I see shadows that move.', 'psychosis'],
    ['The radio talks to me.', 'psychosis'],
    ['I want to hurt him so badly.', 'harm to others'],
    ["I'm going to get a gun and make him pay.", 'harm to others'],
    ['I threatened my boss with a knife.', 'harm to others'],
    ["I'm afraid I'll snap and hit the baby.", 'harm to others'],
    ['I shook the baby.', 'harm to others'],
    ['I keep picturing stabbing him.', 'harm to others'],
    ['I slipped last weekend after ninety days clean.', 'substance use'],
    ['I fell off the wagon.', 'substance use'],
    ['I picked up again on Friday.', 'substance use'],
    ["I'm using again.", 'substance use'],
    ['I had a drink on Saturday, after six months.', 'substance use'],
    ['I took twice my dose to get through the day.', 'substance use'],
    ['I bought pills from a guy at work.', 'substance use'],
  ])('findSafety finds the topic of: %s', (sentence, topic) => {
    expect(findingsIn(`C: ${sentence}`)).toContain(`${topic}: stated`)
  })

  test.each<[string, SafetyPassage['topic']]>([
    ['If I killed myself nobody would notice.', 'suicide'],
    ['My friend killed himself last spring.', 'suicide'],
    ["I haven't hurt myself in three weeks.", 'self-harm'],
    ["I don't see the point anymore.", 'suicide'],
    ["What's the point of going on?", 'suicide'],
    ["I'm a burden to everyone.", 'suicide'],
    ['I tried to end things two years ago.', 'suicide'],
    ["I can't do this anymore.", 'suicide'],
    ['My dad used to take the belt to us.', 'abuse'],
    ['He hit my sister.', 'abuse'],
    ['My coach touched me when I was nine.', 'abuse'],
    ['I swear I could strangle my husband.', 'harm to others'],
    ['I could kill her with my bare hands.', 'harm to others'],
  ])('%s is not plainly about a current risk to the client', (sentence, topic) => {
    expect(findingsIn(`C: ${sentence}`)).toContain(`${topic}: unclear`)
  })

  test('use without danger, withdrawal or loss of control is mentioned, not stated', () => {
    expect(findingsIn('C: I smoke weed every day.')).toEqual(['substance use: use mentioned'])
    expect(findingsIn('C: We had wine at dinner.')).toEqual(['substance use: use mentioned'])
  })

  test('a no to another question is not a denial', () => {
    expect(findingsIn('C: No, it just seems that cutting myself is the only way out.')).toEqual(['self-harm: stated'])
  })

  test.each([
    ['I would never kill myself.', 'suicide: unclear'],
    ["I'm not suicidal.", 'suicide: unclear'],
    ["No, I don't hear voices.", 'psychosis: unclear'],
    ["I've never cut myself.", 'self-harm: unclear'],
    ["I don't use drugs.", 'substance use: unclear'],
  ])('%s is a denial without a direct question', (sentence, expected) => {
    expect(findingsIn(`C: ${sentence}`)).toEqual([expected])
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
    "It's good to hear your voice.",
    'I heard his voice on the phone and I calmed down.',
    'I like hearing their voices through the wall when the kids play.',
    'It would have hit my sister, if she had crossed a second later.',
    'The car hit me from behind at the light.',
    'The truck hit us.',
    'A ball hit me at practice.',
    'It hit me that she was really gone.',
    'The news hit my mother hard.',
    'The bridge over the river is closed.',
    'I walked across the bridge with my dog.',
    "I didn't wake up until ten.",
    'I overslept, I did not wake up for my alarm.',
    'I burned the toast.',
    'I burned myself on the stove while cooking.',
    'He put his hands on the wheel.',
    'I put my hands on my knees and breathe.',
    'He pushed me to apply for the job.',
    'She grabbed me a coffee.',
    'The deadline is killing me.',
    'I want this project to be over.',
    'My slippers slipped off.',
    'I picked up the kids from school.',
    'I had a drink of water.',
    'Using the app again helped.',
    'What is the point of this form?',
    'My phone died.',
    'My grandmother died in March.',
    'I could kill for a coffee.',
    "I'm scared to death of spiders.",
    'I was bored to death.',
    'We jumped into the pool.',
    'I see people at the gym.',
    'The radio was on.',
    'I cut my finger on the bread knife.',
    'I scratch my arm because of the eczema.',
    'That argument hit me hard.',
    'He touched me on the shoulder and said well done.',
    'My boss threw an idea at me.',
    'She checks my homework.',
  ])('findSafety finds no risk in: %s', (sentence) => {
    expect(findingsIn(`C: ${sentence}`)).toEqual([])
  })
})

describe('safety questions of the therapist', () => {
  test('a safety question is denied if answered with no', () => {
    expect(findingsIn('T: Any thoughts of suicide?\nC: No, nothing like that.')).toEqual(['suicide: denied'])
  })

  test('a safety question is stated if answered with yes', () => {
    expect(findingsIn('T: Do you ever hurt yourself?\nC: Yeah, sometimes.')).toEqual(['self-harm: stated'])
  })

  test('a safety question is unclear if not answered', () => {
    expect(findingsIn('T: Have you thought about killing yourself?\nC: My week was very long.')).toEqual([
      'suicide: unclear',
    ])
    expect(findingsIn('T: Have you thought about killing yourself?')).toEqual(['suicide: unclear'])
  })

  test('a question that the client takes up gives one passage, the client’s', () => {
    const passages = findSafety(
      transcriptOf('T: Have you thought about suicide?\nC: Well, last month I wanted to die.'),
      [],
    )
    expect(passages.map(({ utteranceId, finding }) => [utteranceId, finding])).toEqual([['u2', 'stated']])
  })

  test.each([
    ['T: When did you last cut yourself?\nC: On Tuesday.', ['self-harm: stated']],
    ["T: When did you last cut yourself?\nC: I don't know.", ['self-harm: unclear']],
    ["T: Do you want to kill yourself?\nC: I don't know.", ['suicide: unclear']],
    ["T: So you didn't hurt anybody.\nC: No.", ['harm to others: unclear']],
    ['T: You told me that you want to die. How did you sleep?\nC: No, badly.', ['suicide: unclear']],
    ['T: Are you suicidal? Any thoughts of hurting yourself?\nC: No.', ['suicide: denied', 'self-harm: denied']],
  ])('findSafety finds the answer in: %s', (text, expected) => {
    expect(findingsIn(text)).toEqual(expected)
  })

  test('general information is not a passage', () => {
    expect(findingsIn('T: Alcohol can cause liver disease.\nC: I see.')).toEqual([])
  })
})

test('quotes are sentences of the named utterance', () => {
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

  test('inNote is true if a statement cites the passage or the text names its topic', () => {
    expect(isInNote(note('Client voiced despair.', [{ utteranceId: 'u1', quote: 'I want to die' }]))).toBe(true)
    expect(isInNote(note('Client reports suicidal thoughts.'))).toBe(true)
  })

  test('inNote is false if the note does not mention the passage, or denies what was stated', () => {
    expect(isInNote(note('Client feels tired.'))).toBe(false)
    expect(isInNote(note('Client denies suicidal ideation.'))).toBe(false)
  })

  test.each([
    'History: one suicide attempt at nineteen.',
    'Her brother died by suicide.',
    'Safety plan if suicidal thoughts return.',
    'Client said, “I would be better off dead.”',
    'Client described being better off "dead".',
    'Suicidal ideation: denied.',
    'Suicidal ideation is currently denied.',
    'Suicidal thoughts were not reported.',
    'Suicide risk assessed, none identified.',
    'Suicide risk is low.',
    'Low acute risk of suicide.',
  ])('a stated passage is not in a note that says %s', (text) => {
    expect(isInNote(note(text))).toBe(false)
  })

  test.each([
    'History of suicidal ideation, currently with a plan.',
    'Client stated that she wants to die.',
    'Reports suicidal ideation, denied intent.',
    'Suicidal ideation: present.',
    'Current suicidal ideation since the death of her mother.',
  ])('a stated passage is in a note that says %s', (text) => {
    expect(isInNote(note(text))).toBe(true)
  })

  describe('a stated preparation', () => {
    const rope = transcriptOf('C: I want to kill myself and I bought a rope.')
    const isRopeInNote = (text: string) => findSafety(rope, note(text))[0]?.inNote

    test.each([
      'Client reports suicidal ideation.',
      'Client reports suicidal ideation without a plan.',
      'Reports suicidal thoughts, denies plan, intent or means.',
      'Suicidal ideation, no access to means.',
    ])('a stated preparation is not in a note that says %s', (text) => {
      expect(isRopeInNote(text)).toBe(false)
    })

    test.each([
      'Client reports suicidal ideation with a plan; denies intent.',
      'Client reports suicidal ideation. Has bought a rope.',
      'Suicidal ideation, means acquired.',
      'Client said, “I want to kill myself and I bought a rope.”',
    ])('a stated preparation is in a note that says %s', (text) => {
      expect(isRopeInNote(text)).toBe(true)
    })

    test('a note need not mention a preparation that the client denies', () => {
      const passive = transcriptOf('C: I want to kill myself but I don’t have a plan.')
      expect(findSafety(passive, note('Client reports suicidal ideation.'))[0]?.inNote).toBe(true)
    })
  })

  test('a report about the client counts if it names the other person, and not if it is about childhood', () => {
    const hurt = transcriptOf('C: My husband hit me on Sunday.')
    const inNote = (text: string) => findSafety(hurt, note(text)).some((passage) => passage.inNote)
    expect(inNote('Client reports physical abuse by her husband.')).toBe(true)
    expect(inNote('Client was abused in childhood.')).toBe(false)
  })

  test('a denial does not mention an unclear passage', () => {
    const unclear = transcriptOf('T: Any thoughts of suicide?\nC: Not really.')
    const passages = findSafety(unclear, note('Denies suicidal ideation.'))
    expect(passages.map(({ finding, inNote }) => [finding, inNote])).toEqual([['unclear', false]])
  })

  test('inNote is true if a statement about the topic cites the answer to the question', () => {
    const asked = transcriptOf('T: Do you hear voices?\nC: Yes, every night. And I ran on Monday.')
    const answer = [{ utteranceId: 'u2', quote: 'Yes, every night.' }]
    const inNote = (text: string, evidence = answer) => findSafety(asked, note(text, evidence))[0]?.inNote
    expect(inNote('Client hears voices every night.')).toBe(true)
    expect(inNote('Client denies hearing voices.')).toBe(false)
    expect(inNote('Client ran on Monday.', [{ utteranceId: 'u2', quote: 'I ran on Monday' }])).toBe(false)
    expect(inNote('Client hears voices.', [{ utteranceId: 'u9', quote: 'Yes' }])).toBe(false)
  })

  test('inNote is false in a worksheet without text', () => {
    const passage = note('I want to die.', [{ utteranceId: 'u1', quote: 'I want to die.' }])
    const excerpts = passage.flatMap(({ statements }) => statements)
    expect(isInNote([{ title: 'Data', content: '', statements: [], excerpts }])).toBe(false)
  })

  test('inNote is updated after an edit', () => {
    const passages = findSafety(transcript, note('Client feels tired.'))
    expect(markInNote(passages, note('Client reports suicidal thoughts.'))[0]?.inNote).toBe(true)
  })
})
