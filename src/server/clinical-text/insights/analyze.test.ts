import { describe, expect, test } from 'vitest'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { session } from '#server/providers/drafter/session.fixture.ts'
import { createExtractiveAnalyst } from '#server/providers/analyst/extractive/analyst.ts'
import { insightsOf } from './analyze.ts'

const find = (transcript: Transcript) => insightsOf({ transcript, clientFirstName: 'Ana' })
const texts = (statements: readonly { text: string }[]) => statements.map(({ text }) => text)

describe('insights of a session', () => {
  const insights = find(session)

  test('insights name themes in the client’s words', () => {
    expect(texts(insights.mainThemes).join('\n')).toMatch(/^(?:Work|Boss): “/m)
    for (const { evidence } of insights.mainThemes)
      for (const { utteranceId } of evidence) expect(Number(utteranceId.slice(1)) % 2).toBe(0)
  })

  test('insights show the feelings that the client named', () => {
    expect(texts(insights.clientMood).join('\n')).toMatch(/anxious at work/)
    expect(texts(insights.clientMood).join('\n')).toMatch(/calmer/)
  })

  test('insights list techniques with the therapist’s words', () => {
    const found = texts(insights.therapeuticTechniquesUsed)
    expect(found.join('\n')).toMatch(/^Therapist asked openly: “/m)
    expect(found.join('\n')).toMatch(/^Therapist asked directly: “Do you have any thoughts of killing yourself\?”/m)
  })

  test('insights list the plans that therapist and client agreed on', () => {
    expect(texts(insights.suggestedFollowUp).join('\n')).toMatch(/sleep/)
  })

  test('insights list neither a denied concern nor glasses of wine', () => {
    expect(texts(insights.potentialConcerns).join('\n')).not.toMatch(/killing|wine/)
  })

  test('insights list at most six statements per field, all supported', () => {
    for (const statements of Object.values(insights)) {
      expect(statements.length).toBeLessThanOrEqual(6)
      for (const { check } of statements) expect(check).toBe('supported')
    }
  })
})

test('severe risks come first among the concerns, and unanswered questions first in the follow-up', () => {
  const { potentialConcerns, suggestedFollowUp } = find(
    transcriptOf(`
      T: How have you been since we met?
      C: Work is hard and I am stressed all the time, and I argue with my wife about money.
      T: Do you ever hear voices that nobody else hears?
      C: The bus was late again this morning.
      T: What else is on your mind?
      C: I think about killing myself when I lie there at night.
    `),
  )
  expect(texts(potentialConcerns)[0]).toBe('Ana reports: “I think about killing myself when I lie there at night.”')
  expect(texts(suggestedFollowUp)[0]).toBe(
    'When asked “Do you ever hear voices that nobody else hears?”, Ana answered “The bus was late again this morning.”',
  )
})

describe('the answer to a question about safety', () => {
  const { suggestedFollowUp } = find(
    transcriptOf(`
      T: How have you been since we met?
      C: Work is hard and I am stressed all the time, and I argue with my wife about money.
      T: Do you ever hear voices that nobody else hears?
      C: Um.
      T: Take your time.
      C: The bus was late again this morning.
      T: Does anybody at home hurt you?
      O: We only came for the appointment, and we have to go soon.
      T: What else is on your mind?
      C: The letters from the bank, and the rent for the room.
    `),
  )

  test('an answer in several turns is quoted as a whole', () => {
    expect(texts(suggestedFollowUp)[0]).toBe(
      'When asked “Do you ever hear voices that nobody else hears?”, Ana answered “Um.” “The bus was late again this morning.”',
    )
  })

  test('a question that only another person answered is shown without an answer', () => {
    expect(texts(suggestedFollowUp)[1]).toBe('Asked: “Does anybody at home hurt you?”')
  })
})

test('an unclear sentence about safety is in the follow-up', () => {
  const { suggestedFollowUp, potentialConcerns } = find(
    transcriptOf(`
      T: How have you been since we met?
      C: Work is hard and I am stressed all the time, and I argue with my wife about money.
      T: What happens then?
      C: If I lost the house I would kill myself.
      T: Who else knows about the letters from the bank?
      C: My brother knows, and he calls me every day in the evening.
    `),
  )
  const found = 'Ana reports: “If I lost the house I would kill myself.”'
  expect([texts(suggestedFollowUp).includes(found), texts(potentialConcerns).includes(found)]).toEqual([true, false])
})

test('the mood contains neither feelings that the client denies nor opinions of other people', () => {
  const mood = (sentence: string) =>
    texts(
      find(
        transcriptOf(`
          T: What would you like to talk about today?
          C: The bus was late again this morning, and the street was closed because of the building work there.
          T: And apart from the street, what happened at home this week?
          C: ${sentence}
          T: When does your brother come to the house with the papers?
          C: He comes on Thursday, and he brings the papers from the bank.
        `),
      ).clientMood,
    ).join()
  for (const denied of [
    'I never feel sad when my brother is in the house.',
    'I am no longer anxious about the letters from the bank.',
    'My sister thinks I am depressed because of the letters.',
    'I don’t think I am depressed because of the letters.',
  ])
    expect([denied, mood(denied)]).toEqual([denied, ''])
  for (const felt of [
    'I think I am depressed because of the letters.',
    'I don’t know why I feel sad when my brother calls.',
    'I never feel safe when my brother is in the house.',
    'I have never felt so sad in my whole life before.',
  ])
    expect([felt, mood(felt) !== '']).toEqual([felt, true])
})

test('an invitation to say more is an open question and not a reflection', () => {
  const { therapeuticTechniquesUsed } = find(
    transcriptOf(`
      T: Hello, and thank you for coming in today.
      C: The work in the office is hard, and my boss calls me every evening about the work.
      T: Tell me more about your work in the office with your boss.
      C: My boss wants the papers every evening, and I sit in the office until ten.
    `),
  )
  expect(texts(therapeuticTechniquesUsed)).toEqual([
    'Therapist asked openly: “Tell me more about your work in the office with your boss.”',
  ])
})

test('insights of small talk contain no mood, follow-up or concern', () => {
  const { clientMood, suggestedFollowUp, potentialConcerns } = find(
    transcriptOf(`
      T: Did you find the house easily, with all the building in the street?
      C: Yes, the blue sign at the corner was easy to see, and the bus stops there.
      T: The workers put it there on Monday, before the street was closed.
      C: It is a nice sign, and the letters on it are very large and very blue.
    `),
  )
  expect({ clientMood, suggestedFollowUp, potentialConcerns }).toEqual({
    clientMood: [],
    suggestedFollowUp: [],
    potentialConcerns: [],
  })
})

test('a thread returns the same insights for a long session and does not block the process', async () => {
  const turns = Array.from({ length: 40 }, () => session.utterances).flat()
  const transcript = { ...session, utterances: turns.map((one, at) => ({ ...one, id: `u${at}` })) }
  let beats = 0
  const pulse = setInterval(() => (beats += 1), 5)
  const signal = new AbortController().signal
  const { insights } = await createExtractiveAnalyst().analyze({ transcript, clientFirstName: 'Ana', signal })
  clearInterval(pulse)
  expect(beats).toBeGreaterThan(10)
  expect(insights).toEqual(find(transcript))
})
