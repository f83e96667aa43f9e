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
])('decides whether a name matches %j', (typed, is) => expect(isNamed(dmitri, typed)).toBe(is))
