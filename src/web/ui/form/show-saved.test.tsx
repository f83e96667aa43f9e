import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { changedFields, showSaved } from './changed-fields.ts'

const stored = { name: 'Noor', phone: '', isActive: true }

test('showSaved shows what others changed, keeps what was typed during the request, and compares later changes with the saved values', () => {
  const { result } = renderHook(() => useForm({ initialValues: stored }))
  act(() => result.current.setFieldValue('phone', '1'))
  const sent = result.current.getValues()
  act(() => result.current.setFieldValue('phone', '12'))
  act(() => showSaved(result.current, sent, { name: 'Nora', phone: '1', isActive: false }))
  expect(result.current.values).toEqual({ name: 'Nora', phone: '12', isActive: false })
  expect(changedFields(result.current.getInitialValues(), result.current.values)).toEqual({ phone: '12' })
  expect(result.current.isDirty()).toBe(true)
})
