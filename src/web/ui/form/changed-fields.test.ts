import { expect, test } from 'vitest'
import { changedFields, hasChanged } from './changed-fields.ts'

const before = { firstName: 'Noor', lastName: 'Vos', phone: '' }

test('changedFields returns only changed fields', () => {
  expect(changedFields(before, { ...before, phone: '555 0100' })).toEqual({ phone: '555 0100' })
  expect(changedFields(before, before)).toEqual({})
})

test('changedFields returns an emptied field, but not a field with only other surrounding whitespace', () => {
  expect(changedFields({ ...before, phone: '1' }, before)).toEqual({ phone: '' })
  expect(hasChanged(before, { ...before, firstName: ' Noor ' })).toBe(false)
  expect(hasChanged(before, { ...before, firstName: 'Nora' })).toBe(true)
})
