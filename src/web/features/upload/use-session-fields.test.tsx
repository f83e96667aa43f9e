import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSessionFields } from './use-session-fields.ts'

const text = (name: string) => new File(['Therapist: How was the week?'], name, { type: 'text/plain' })
const of2024 = text('Session 2024-03-05 09-30.txt')

function open() {
  const { result } = renderHook(() => useSessionFields('Europe/Berlin'))
  const { date, startTime } = result.current.value
  return { result, usual: { date, startTime } }
}

test('the date of a file applies only until the file is removed', async () => {
  const { result, usual } = open()
  await act(() => result.current.takeFrom(of2024))
  expect(result.current).toMatchObject({ value: { date: '2024-03-05', startTime: '09:30' }, isFromFile: true })
  act(() => result.current.removeFile())
  expect(result.current).toMatchObject({ value: usual, isFromFile: false })
})

test('the date of a file does not apply to the next file, which has no date', async () => {
  const { result, usual } = open()
  await act(() => result.current.takeFrom(of2024))
  await act(() => result.current.takeFrom(text('Session.txt')))
  expect(result.current).toMatchObject({ value: usual, isFromFile: false })
  await act(() => result.current.takeFrom(text('Session 2024-03-06.txt')))
  expect(result.current.value).toMatchObject({ date: '2024-03-06', startTime: usual.startTime })
})

test('the date of a file that is removed while it is read does not apply', async () => {
  const { result, usual } = open()
  const read = Promise.withResolvers<string>()
  const slow = Object.assign(text('Session.txt'), { slice: () => ({ text: () => read.promise }) })
  let taking = Promise.resolve()
  act(() => void (taking = result.current.takeFrom(slow)))
  act(() => result.current.removeFile())
  read.resolve('Session of 2024-03-05')
  await act(() => taking)
  expect(result.current.value).toMatchObject(usual)
})

test('an edited time keeps the date that was read from the file', async () => {
  const { result } = open()
  await act(() => result.current.takeFrom(of2024))
  act(() => result.current.change({ startTime: '10:00' }))
  expect(result.current).toMatchObject({
    value: { date: '2024-03-05', startTime: '10:00' },
    isFromFile: false,
    isTyped: true,
  })
})
