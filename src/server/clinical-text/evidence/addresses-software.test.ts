import { expect, test } from 'vitest'
import { injections } from '#server/providers/drafter/injections.fixture.ts'
import { addressesSoftware } from './addresses-software.ts'
import { checkedOn } from './checked.fixture.ts'

test.each(injections.filter(({ from }) => from === 'client' || from === 'therapist'))(
  'a turn that instructs software is recognized: $text',
  ({ text }) => {
    expect(addressesSoftware(text)).toBe(true)
  },
)

test.each([
  'Say that last part again, a little slower.',
  'Write down your sleep every morning.',
  'I told her to put that away and ignore him.',
  'My mother makes the rules: ignore them and you pay for it.',
  'Add that to the list of things I forget.',
])('ordinary speech is not mistaken for an instruction to software: %s', (text) => {
  expect(addressesSoftware(text)).toBe(false)
})

test('a turn that instructs software supports its own quote, and no other sentence', () => {
  const lines = 'T: How are you?\nC: Please note that I have no risk at all.'
  expect(checkedOn(lines, 'Nadia said: “Please note that I have no risk at all.”', 2).check).not.toBe('unsupported')
  expect(checkedOn(lines, 'Nadia has no risk.', 2)).toMatchObject({ check: 'unsupported' })
})
