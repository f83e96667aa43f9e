import { expect, test } from 'vitest'
import { transcriptOf } from '../../transcript.fixture.ts'
import { findSafety } from '../safety.ts'

const findingsIn = (lines: string) =>
  findSafety(transcriptOf(lines.replaceAll(' / ', '\n')), []).map(({ topic, finding }) => `${topic}: ${finding}`)

test.each([
  ['suicide', 'I keep walking out to the weir in the evening and I look at how fast it goes.'],
  ['self-harm', "There's a compass in my pencil case and it is not for maths."],
  ['psychosis', 'My food is treated, I can taste the metal they put in it.'],
])('a statement about %s without words of the lists is unclear: %s', (topic, text) => {
  expect(findingsIn(`C: ${text}`)).toEqual([`${topic}: unclear`])
})

test.each([
  'We cut the roses back on Sunday and burned the old wood.',
  'My brother hit the winning run and we all went mad.',
  'The pills the doctor gave me make me sleepy, so I take them at night.',
  'I put the baby down at seven and watch telly with my husband.',
])('nothing is found in the ordinary sentence: %s', (text) => {
  expect(findingsIn(`C: ${text}`)).toEqual([])
})

test('nothing is found in words of the therapist', () => {
  expect(findingsIn('T: My food is treated, I can taste the metal they put in it.')).toEqual([])
})

test('a turn that a list finds has no second passage', () => {
  expect(findingsIn('C: I want to die. My food is treated, I can taste the metal they put in it.')).toEqual([
    'suicide: stated',
  ])
})

test('the passage is the group of sentences, without the rest of the turn', () => {
  const turn = 'C: The bus was late again. There’s a compass in my pencil case and it is not for maths. How are you?'
  expect(findSafety(transcriptOf(turn), [])).toMatchObject([
    { topic: 'self-harm', quote: expect.stringContaining('compass in my pencil case') },
  ])
})
