import { expect, test } from 'vitest'
import { checkedOn } from './checked.fixture.ts'

const session = `
  T: And the eczema?
  C: I've had it since the flood.
  C: We moved to Leeds after that. The itching had started in the old flat.
  C: I take the drops before breakfast, and I walk the dog after the news.
  C: The cramps? Since they changed the tablets, nothing.
  C: I didn't sleep until the builders left.
  C: It started in March. I painted the shed.
  C: It was awful before the operation. It's fine since the operation.
  C: The rule is ten minutes, and then you call the ward.
  C: I got as far as the pool, and turned round at the gate.
  C: I did the shopping and I rang my aunt.
  C: I ran the shop with my cousin, and I quit at Easter. Twenty years.
`

test.each([
  ['Nadia had eczema until the flood.', 2],
  ['Nadia takes the drops after breakfast.', 4],
  ['Nadia walks the dog before the news.', 4],
  ['The cramps disappeared before the change of tablets.', 5],
  ['The rule is to call the ward before ten minutes.', 9],
  ['Nadia rang her aunt before the shopping.', 11],
  ['Nadia has been well until March.', 7],
  ['Nadia quit the shop before twenty years.', 12],
] as const)('the evidence check flags an order of events that was not said: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).check).toBe('when')
})

test.each([
  ['Nadia has had eczema since the flood.', 2],
  ['The itching started before the move to Leeds.', 3],
  ['Nadia takes the drops before breakfast.', 4],
  ['The cramps disappeared after the change of tablets.', 5],
  ['Nadia slept after the builders left.', 6],
  ['Nadia has had it since March.', 7],
  ['It was awful before the operation and is fine since.', 8],
  ['After ten minutes, the rule is to call the ward.', 9],
  ['Nadia turned back before the pool.', 10],
  ['Nadia rang her aunt after the shopping.', 11],
] as const)('the evidence check accepts the order that was said in other words: %s', (text, turn) => {
  expect(checkedOn(session, text, turn).reason ?? '').not.toMatch(/The note says|was not said/)
})
