import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTicket, writeTicket } from './ticket.ts'

const key = randomBytes(32)
const sessionId = randomUUID()
const ticket = writeTicket(key, 'my sign-in', { sessionId, expires: 1_000_000 })

test('a ticket is valid for its session and its sign-in until it expires', () => {
  expect(readTicket(key, 'my sign-in', ticket, 999_999)).toBe(sessionId)
  expect(readTicket(key, 'my sign-in', ticket, 1_000_000)).toBeNull()
})

test('a ticket is rejected in another sign-in or under another key', () => {
  expect(readTicket(key, 'another sign-in', ticket, 0)).toBeNull()
  expect(readTicket(randomBytes(32), 'my sign-in', ticket, 0)).toBeNull()
})

test('a changed or forged ticket is rejected', () => {
  const bytes = Buffer.from(ticket, 'base64url')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ change
      expect(readTicket(key, 'my sign-in', altered.toString('base64url'), 0)).toBeNull()
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => readTicket(key, 'my sign-in', text, 0) === null))
})
