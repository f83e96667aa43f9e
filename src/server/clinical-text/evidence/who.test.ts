import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: How was the weekend?
  C: My sister lost her phone on the ferry. I kept my daughter's coat dry.
  T: And your brother?
  C: He pushed me in the garage. I hit him with a newspaper.
  O: I slept on the sofa all week.
  T: I think you handled that with a lot of patience.
  C: My colleague is terrified of lifts.
`

test.each([
  ['Client lost her phone on the ferry.', 2],
  ['Her sister kept the coat dry.', 2],
  ['Client pushed him in the garage.', 4],
  ['Her brother hit her with a newspaper.', 4],
  ['Client slept on the sofa all week.', 5],
  ['Nadia is terrified of lifts.', 7],
])('the evidence check flags a statement about the wrong person: %s', (text, turn) => {
  expect(checkedOn(session, text, turn)).toMatchObject({ check: 'who', besides: [{ utteranceId: `u${turn}` }] })
})

test.each([
  ['Her sister lost her phone on the ferry.', 2],
  ['Nadia kept her daughter’s coat dry.', 2],
  ['Client hit her brother with a newspaper.', 4],
  ['Her colleague is terrified of lifts.', 7],
])('the evidence check supports a statement about the right person: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})

test('the evidence check flags a report of the client that cites the therapist’s words', () => {
  expect(checkedOn(session, 'Client reports handling it with patience.', 6)).toMatchObject({
    check: 'who',
    reason: 'The therapist said this, not the client.',
  })
})

test('the evidence check flags another person’s opinion that is stated as the client’s', () => {
  const opinion = 'C: My uncle thinks I should sell the boat. I want to keep it.'
  expect(checkedOn(opinion, 'Nadia thinks that she should sell the boat.', 1).check).toBe('who')
  expect(checkedOn(opinion, 'Her uncle thinks that she should sell the boat.', 1).check).toBe('supported')
})

test('a clause with the other pronoun, or a relative clause, is about another person', () => {
  const spoken = `
    C: My cousin was driving me always. Now he works mornings in the brewery.
    C: I shouted at my brother after he sold the piano.
  `
  expect(checkedOn(spoken, 'She used to be driven by her cousin, who now works mornings in a brewery.', 1).check).toBe(
    'supported',
  )
  expect(checkedOn(spoken, 'She shouted at her brother after he had sold the piano.', 2).check).toBe('supported')
})

test('the evidence check supports a passive statement that names who did it', () => {
  expect(checkedOn('C: Girlfriend. She drove.', 'Nadia was driven by her girlfriend.', 1).check).toBe('supported')
})
