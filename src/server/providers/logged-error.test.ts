import { ValidationError } from '@orpc/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { loggedError } from './logged-error.ts'

function logLineOf(error: unknown): string {
  let line = ''
  const log = pino({ serializers: { err: loggedError } }, { write: (text: string) => (line += text) })
  log.error({ err: error }, 'an unexpected error')
  return line
}

test('a response that does not fit the contract is not logged with the error', () => {
  const error = new ValidationError({ message: 'Output validation failed', issues: [], data: { line: 'slept better' } })
  expect(logLineOf(error)).toContain('Output validation failed')
  expect(logLineOf(error)).not.toContain('slept better')
})

test('the log has the names of a database error, but not the row, at any depth', () => {
  const refused = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    table: 'notes',
    detail: 'Failing row contains (slept better)',
    parameters: ['slept better'],
  })
  const error = Object.assign(new Error('not saved', { cause: refused }), { value: { text: 'slept better' } })
  expect(logLineOf(refused)).toMatch(/"code":"23514","table":"notes"/)
  expect(logLineOf(error)).toContain('violates check constraint')
  expect(logLineOf(error)).not.toContain('slept better')
})

test('the log has only the type of a value that is not an error', () => {
  expect(logLineOf('slept better')).not.toContain('slept better')
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const secret = 'Maya slept better'

test.each([
  ['JSON that breaks off', () => JSON.parse(`{"text":"${secret}`)],
  ['JSON with text behind it', () => JSON.parse(`{"a": "b"} ${secret}`)],
  ['a number', () => BigInt(secret)],
  ['a time zone', () => new Intl.DateTimeFormat('en', { timeZone: secret })],
  ['an address', () => new URL(secret)],
  ['an encoded text', () => decodeURIComponent(`%${secret}`)],
  ['a property of a text', () => Object.assign(JSON.parse(`"${secret}"`), { length: 1 })],
  ['a schema', () => z.strictObject({}).parse({ [secret]: 1 })],
  ['a value of a column', () => throwing(Object.assign(new Error(`invalid input: ${secret}`), { code: '22P02' }))],
  ['several lines', () => throwing(new Error(`failed\n    at ${secret} (file:1:2)`))],
  ['a cause', () => throwing(new Error('not read', { cause: thrownBy(() => JSON.parse(secret)) }))],
])('loggedError logs nothing of %s that could not be parsed', (_, work) => {
  const line = logLineOf(thrownBy(work))
  expect(line).not.toMatch(/Maya|slept|better/)
  expect(line).toContain('logged-error.test.ts')
})

test('the log has the unquoted text of a message, and the position', () => {
  const line = logLineOf(new TypeError(`Cannot create property 'a' on string '${secret}'`))
  expect(line).toMatch(/"type":"TypeError","message":"Cannot create property …"/)
  expect(line).toMatch(/logged-error\.test\.ts:\d+:\d+/)
})

function throwing(error: Error): never {
  throw error
}
