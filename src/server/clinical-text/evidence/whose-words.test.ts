import { expect, test } from 'vitest'
import type { Speaker } from '#shared/contract/transcripts.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { checkStatement } from './evidence.ts'

const lines = 'T: How have you slept?\nC: Badly, three hours a night.\nT: I will call your doctor tomorrow.'

/** The check of an excerpt that cites whole turns, after some turns were assigned to other speakers. */
function checkOf(text: string, cites: readonly number[], speakers: Readonly<Record<number, Speaker>>) {
  const transcript = transcriptOf(lines)
  const utterances = transcript.utterances.map((one, at) => ({ ...one, speaker: speakers[at + 1] ?? one.speaker }))
  const evidence = cites.map((turn) => ({
    utteranceId: `u${turn}`,
    quote: transcript.utterances[turn - 1]?.text ?? '',
  }))
  return checkStatement(text, evidence, { ...transcript, utterances }, 'Nadia')
}

const planned = 'Therapist planned: “I will call your doctor tomorrow.”'
const answered = 'When asked “How have you slept?”, Nadia answered “Badly, three hours a night.”'

test.each<[string, readonly number[], Readonly<Record<number, Speaker>>, string]>([
  [planned, [3], {}, 'supported'],
  [planned, [3], { 3: 'client' }, 'who'],
  [planned, [3], { 3: 'other' }, 'who'],
  [planned, [3], { 3: 'unknown' }, 'supported'],
  ['Therapist suggested: “I will call your doctor tomorrow.”', [3], { 3: 'client' }, 'who'],
  ['Therapist said: “I will call your doctor tomorrow.”', [3], { 3: 'client' }, 'who'],
  ['Therapist asked: “How have you slept?”', [1], { 1: 'client' }, 'who'],
  ['Therapist will call the doctor tomorrow.', [3], { 3: 'client' }, 'who'],
  ['Nadia said: “I will call your doctor tomorrow.”', [3], { 3: 'client' }, 'supported'],
  ['Nadia said: “I will call your doctor tomorrow.”', [3], { 3: 'therapist' }, 'who'],
  ['Nadia said: “I will call your doctor tomorrow.”', [3], { 3: 'other' }, 'who'],
  [answered, [1, 2], {}, 'supported'],
  [answered, [1, 2], { 1: 'client' }, 'who'],
  [answered, [1, 2], { 2: 'therapist' }, 'who'],
  [answered, [1, 2], { 2: 'other' }, 'who'],
  [answered, [1, 2], { 1: 'other' }, 'supported'],
  [answered, [1, 2], { 1: 'unknown', 2: 'unknown' }, 'supported'],
  [answered, [1, 2], { 1: 'client', 2: 'therapist' }, 'who'],
])('%s with the cited turns %j and the speakers %j is checked as %s', (text, cites, speakers, expected) => {
  expect(checkOf(text, cites, speakers)).toBe(expected)
})

test('the evidence check flags a question of the client that is quoted as asked, even if it contains the client’s name', () => {
  const transcript = transcriptOf('C: Nadia, have you slept?\nC: No.')
  const evidence = [
    { utteranceId: 'u1', quote: 'Nadia, have you slept?' },
    { utteranceId: 'u2', quote: 'No.' },
  ]
  const text = 'When asked “Nadia, have you slept?”, Nadia answered “No.”'
  expect(checkStatement(text, evidence, transcript, 'Nadia')).toBe('who')
})

test.each([
  ['Yes, twice. I hit her on Sunday.', 'Ben'],
  ['He said he wants to die on Monday.', 'Mother'],
  ['About six beers a day.', 'Speaker 3'],
  ['No, he wakes at night.', 'Mother 2'],
  ['She has not eaten since June.', 'Mother “Jo”'],
])('the answer “%s” of another person, %s, is supported as theirs and flagged as the client’s', (answer, label) => {
  const transcript = transcriptOf(`T: What did you see?\nO: ${answer}`)
  const utterances = transcript.utterances.map((one) => (one.speaker === 'other' ? { ...one, label } : one))
  const evidence = utterances.map(({ id, text }) => ({ utteranceId: id, quote: text }))
  const checkAs = (line: string) => checkStatement(line, evidence.slice(-2), { ...transcript, utterances }, 'Nadia')
  expect(checkAs(`When asked “What did you see?”, ${label} answered “${answer}”`)).toBe('supported')
  expect(checkAs(`When asked “What did you see?”, Nadia answered “${answer}”`)).toBe('who')
  expect(checkAs(`When asked “What did you see?”, Father answered “${answer}”`)).toBe('who')
  expect(checkAs(`${label} said: “${answer}”`)).toBe('supported')
})

test('the evidence check flags a number in the name of a speaker who is not cited', () => {
  const transcript = transcriptOf('O: She sleeps badly since the funeral.')
  const utterances = transcript.utterances.map((one) => ({ ...one, label: 'Speaker 3' }))
  const evidence = utterances.map(({ id, text }) => ({ utteranceId: id, quote: text }))
  const line = 'Speaker 4 said: “She sleeps badly since the funeral.”'
  expect(checkStatement(line, evidence, { ...transcript, utterances }, 'Nadia')).toBe('number')
})
