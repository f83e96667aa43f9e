import { expect, test } from 'vitest'
import { transcriptOf } from '../transcript.fixture.ts'
import { checkedOn } from './checked.fixture.ts'
import { checkedStatement } from './evidence.ts'

const session = `
  T: Hi Mo, how was the swim on Tuesday?
  C: I swam two lengths and my shoulder was fine.
  T: And Colette?
  C: She said the water is too cold for her.
  C: Colette's physio told her to rest it.
  C: O'Malley wrote to me on WhatsApp, and MacDougall rang.
`

test.each([
  ['Walter swam two lengths.', 2],
  ['Walter reports that the shoulder was fine.', 2],
  ['Walter said, “I swam two lengths”.', 2],
  ['The swim was on Tuesday; Walter swam two lengths.', 2],
  ['Walter’s shoulder was fine.', 2],
  ['Her shoulder was fine, said the physio of Farid.', 2],
  ['Grace said, “my shoulder was fine”.', 2],
  ['In the pool, Farid then swam two lengths.', 2],
  ['O’Brien swam two lengths.', 2],
  ["In the pool, O'Brien swam two lengths.", 2],
  ['d’Angelo swam two lengths.', 2],
  ['McLeod swam two lengths.', 2],
  ['Van Dijk swam two lengths.', 2],
  ['Then van Dijk’s shoulder was fine.', 2],
  // The session names Colette, but the cited words are Nadia's.
  ['Colette said, “my shoulder was fine”.', 2],
])('the evidence check flags a name to which the cited words do not belong: %s', (text, turn) => {
  expect(checkedOn(session, text, turn)).toMatchObject({ check: 'who', reason: expect.stringMatching(/not/) })
})

test.each([
  ['Nadia swam two lengths.', 2],
  ['Nadia said, “I swam two lengths”.', 2],
  ['Nad swam two lengths.', 2],
  ['N. swam two lengths.', 2],
  ['NS swam two lengths.', 2],
  ['Client swam two lengths.', 2],
  ['Nadia Jane reports that the shoulder was fine.', 2],
  ['Assessment notes a fine shoulder.', 2],
  ['Mother says the water is too cold.', 4],
  ['Psychoeducation was provided about the shoulder.', 2],
  ['Socratic questions about the shoulder were used.', 2],
  ['Used Socratic questions about the shoulder.', 2],
  ['A PHQ-9 and the EMDR protocol were used.', 2],
  ['Tuesday’s swim was two lengths.', 2],
  ['Mo said, “I swam two lengths”.', 2],
  ['Ms. Stone swam two lengths.', 2],
  ['Colette said, “the water is too cold for her”.', 4],
  ['On Tuesday Nadia swam two lengths.', 2],
  ['Colette’s physio told her to rest it.', 5],
  ['O’Malley wrote to her on WhatsApp.', 6],
  ['MacDougall rang.', 6],
])('the evidence check accepts the names of the client and of people in the session: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/does not name|not a report/)
})

const partner = (label: string) => {
  const { utterances, ...transcript } = transcriptOf(`
    T: And the two of you?
    C: I slept badly.
    C: He slept through it.
    O: I slept well on the sofa.
  `)
  return { ...transcript, utterances: utterances.map((one) => (one.speaker === 'other' ? { ...one, label } : one)) }
}
const check = (text: string, turn: number, label: string, client = 'Nadia') => {
  const transcript = partner(label)
  const quote = transcript.utterances[turn - 1]?.text ?? ''
  return checkedStatement(text, [{ utteranceId: `u${turn}`, quote }], transcript, client).check
}

test('the evidence check flags a name that is not that of the other speaker', () => {
  expect(check('Rohan slept well on the sofa.', 4, 'Rohan')).toBe('supported')
  expect(check('Walter slept well on the sofa.', 4, 'Rohan')).toBe('who')
})

test('the evidence check accepts any name if the client’s name is unknown', () => {
  expect(check('Walter slept badly.', 2, 'Partner', '')).toBe('supported')
})

test.each([
  ['Zoe slept badly.', 'Zoë'],
  ['Zoë slept badly.', 'Zoe'],
  ['Al slept badly.', 'Alan'],
])('the evidence check accepts another form of the client’s name: %s', (text, client) => {
  expect(check(text, 2, 'Partner', client)).toBe('supported')
})

test('the evidence check flags a name that shares only its first letter with the client’s name', () => {
  expect(check('Zuri slept badly.', 2, 'Partner', 'Zoë')).toBe('who')
})
