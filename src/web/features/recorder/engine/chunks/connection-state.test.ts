import { expect, test } from 'vitest'
import { readError } from '#web/api/errors.ts'
import { ChunksRefused } from './put-chunks.ts'
import { connectionState } from './connection-state.ts'

test.each([
  ['a full disk', new ChunksRefused(503, 'disk_full', null), 'disk full'],
  ['a database that is away', new ChunksRefused(503, 'database_down', null), 'waiting'],
  ['a proxy without a server', new ChunksRefused(502, '', null), 'waiting'],
  ['no answer', new TypeError('Failed to fetch'), 'waiting'],
])('shows why audio is waiting after %s', (_, error, line) => expect(connectionState(readError(error))).toBe(line))
