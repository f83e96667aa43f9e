import { expect, test } from 'vitest'
import { loggedError } from '#server/providers/logged-error.ts'
import { queueError } from './queue-error.ts'

test('the log has message and code of an error that the queue reports as an object', () => {
  const cause = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  const { message, code, stack } = cause
  expect(loggedError(queueError({ message, code, stack, queue: 'notes.draft', worker: 'a' }))).toMatchObject({
    type: 'Error',
    message,
    code,
  })
  expect(queueError(cause)).toBe(cause)
})

test('the log leaves out the content of an object without a message', () => {
  for (const reported of [undefined, null, 'text of a session', { data: 'text of a session' }])
    expect(loggedError(queueError(reported))).toEqual({ type: typeof reported })
})
