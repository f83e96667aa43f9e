import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { Failure } from './fail.ts'
import { recordRefusedAccess } from './refused-access.ts'

const caller = { token: 'none', ipAddress: '', userAgent: '' }
const fromDatabase = (code: string) => Object.assign(new pg.DatabaseError('it failed', 0, 'error'), { code })

test.each([
  ['logs no error if the sign-in has ended', '28000', 0],
  ['logs an error if the database rejects the event', '53100', 1],
])('recording a refused access %s', async (_, code, lines) => {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const tenant = { asCaller: () => Promise.reject(fromDatabase(code)) }
  await recordRefusedAccess({ tenant, log }, caller, new Failure('not_allowed'), 'clients.get')
  expect(logged).toHaveLength(lines)
})
