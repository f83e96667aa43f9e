import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: Any headaches, or blurred vision?
  C: No, nothing like that.
  T: Do you skip meals?
  C: Yes, nearly every day.
  C: I don't smoke. I snore.
  T: Have you finished the forms?
  C: Not yet.
  C: I bought the blue one, not the green one.
`

test.each([
  ['Client reports headaches.', [1, 2]],
  ['Client reports blurred vision.', [1, 2]],
  ['Client denies skipping meals.', [3, 4]],
  ['Client smokes.', [5]],
  ['Client does not snore.', [5]],
  ['Client has finished the forms.', [6, 7]],
])('the evidence check flags a statement that reverses a yes or a no: %s', (text, turns) => {
  expect(['contradicted', 'denial']).toContain(checkedOn(session, text, ...turns).check)
})

test.each([
  ['Client denies headaches and blurred vision.', [1, 2]],
  ['Client skips meals nearly every day.', [3, 4]],
  ['Client does not smoke but snores.', [5]],
  ['Client has not finished the forms.', [6, 7]],
])('the evidence check supports a statement that agrees with the answer: %s', (text, turns) => {
  expect(checkedOn(session, text, ...turns).check).toBe('supported')
})

test('the acts or opinions of other people do not support a statement that the client denies about herself', () => {
  const spoken = `
    C: My mother cries at the airport. I don't cry.
    C: My coach thinks I should move. I don't want to move.
    T: and were you ever told that you have asthma
    C: no never
    C: I do gamble still, two slips a week, it's hard to get rid of those.
  `
  expect(checkedOn(spoken, 'Nadia cries at the airport.', 1).check).not.toBe('supported')
  expect(checkedOn(spoken, 'Her mother cries at the airport.', 1).check).toBe('supported')
  expect(checkedOn(spoken, 'Nadia wants to move.', 2).check).toBe('contradicted')
  expect(checkedOn(spoken, 'She was told that she has asthma.', 3, 4).check).toBe('contradicted')
  expect(checkedOn(spoken, 'Nadia has given up gambling.', 5).check).toBe('contradicted')
  expect(checkedOn(spoken, 'Nadia gambles twice a week.', 5).check).toBe('supported')
})
