import { ValidationError } from '@orpc/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loggedError } from './logged-error.ts'

function logged(error: unknown): string {
  let line = ''
  const log = pino({ serializers: { err: loggedError } }, { write: (text: string) => (line += text) })
  log.error({ err: error }, 'an unexpected error')
  return line
}

test('an answer that does not fit the contract is not logged with the error', () => {
  const error = new ValidationError({ message: 'Output validation failed', issues: [], data: { line: 'slept better' } })
  expect(logged(error)).toContain('Output validation failed')
  expect(logged(error)).not.toContain('slept better')
})

test('of a database error the names are logged, not the row, wherever the error stands', () => {
  const refused = Object.assign(new Error('violates check constraint'), {
    code: '23514',
    table: 'notes',
    detail: 'Failing row contains (slept better)',
    parameters: ['slept better'],
  })
  const error = Object.assign(new Error('not saved', { cause: refused }), { value: { text: 'slept better' } })
  expect(logged(refused)).toMatch(/"code":"23514","table":"notes"/)
  expect(logged(error)).toContain('violates check constraint')
  expect(logged(error)).not.toContain('slept better')
})

test('of what is no error only its kind is logged', () => {
  expect(logged('slept better')).not.toContain('slept better')
})
