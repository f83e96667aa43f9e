import { expect, test } from 'vitest'
import { isNamed } from './named.ts'

const dmitri = { firstName: 'Dmitri', lastName: 'Honeyfield' }

test.each([
  ['', true],
  ['ho', true],
  [' HONEY ', true],
  ['dmitri hon', true],
  ['field', true],
  ['hollow', false],
  ['honeyfield dmitri', false],
])('“Dmitri Honeyfield” matches %j: %s', (typed, is) => expect(isNamed(dmitri, typed)).toBe(is))

test('accents and apostrophes make no difference to a name', () => {
  expect(isNamed({ firstName: 'José', lastName: 'O’Brien' }, "jose o'b")).toBe(true)
  expect(isNamed({ firstName: 'Jose', lastName: 'Muller' }, 'José Müller')).toBe(true)
})
