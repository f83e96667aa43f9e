import { expect, test } from 'vitest'
import { readError } from '#web/api/errors.ts'
import { ChunksRefused } from './put-chunks.ts'
import { connectionState } from './connection-state.ts'

test.each([
  ['a full disk', new ChunksRefused(503, 'disk_full', null), 'disk full'],
  ['a server without its database', new ChunksRefused(503, 'database_down', null), 'waiting'],
  ['a proxy that does not reach the server', new ChunksRefused(502, '', null), 'waiting'],
  ['a request without a response', new TypeError('Failed to fetch'), 'waiting'],
])('connectionState returns why audio is waiting after %s', (_, error, line) =>
  expect(connectionState(readError(error))).toBe(line),
)
