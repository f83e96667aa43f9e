import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: When did the sink overflow?
  C: It overflowed in August.
  T: And the plumber?
  C: The plumber came yesterday.
`

test('flags a time that was not said, if another one was', () => {
  expect(checkedOn(session, 'The sink overflowed last week.', 2)).toMatchObject({ check: 'when' })
})

test.each([
  ['The sink overflowed in August.', 2],
  ['The plumber came yesterday.', 4],
])('supports the time that was said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('supported')
})
