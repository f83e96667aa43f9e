import pg from 'pg'
import { expect, test } from 'vitest'
import { Failure } from '#server/fail.ts'
import { DatabaseSilent } from '#server/postgres/watched-client.ts'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { StorageUnavailable } from '#server/providers/files/port.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import { SpeechError } from '#server/providers/speech/port.ts'
import { isTransient } from './is-transient.ts'

const withCode = (code: string) => Object.assign(new Error('it failed'), { code })
const fromDatabase = (code: string) => Object.assign(new pg.DatabaseError('it failed', 0, 'error'), { code })

test.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a full disk', withCode('ENOSPC')],
  ['too many open files', withCode('EMFILE')],
  ['a name that cannot be looked up', withCode('EAI_AGAIN')],
  ['a database that shuts down', fromDatabase('57P01')],
  ['a database whose disk is full', fromDatabase('53100')],
  ['a database without a free connection', fromDatabase('53300')],
  ['a statement that took too long', fromDatabase('57014')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['a connection that was not made in time', new Error('timeout expired')],
  ['a silent database', new DatabaseSilent()],
  ['a busy speech endpoint', new SpeechError('transcription_failed', '503', true)],
  ['busy threads', new Failure('busy')],
  ['a busy language model', new DrafterError('503', true)],
  ['an unavailable object storage', new StorageUnavailable('503')],
  [
    'an unavailable object storage that also keeps unfinished parts',
    new AggregateError([new StorageUnavailable('503'), new StorageUnavailable('503')]),
  ],
  ['an error caused by an outage', new Error('fetch failed', { cause: withCode('ECONNRESET') })],
  ['several addresses that all refuse', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
])('%s is transient', (_name, error) => expect(isTransient(error)).toBe(true))

test.each([
  ['a damaged recording', new MediaError('not an accepted recording')],
  ['a rejected key', new SpeechError('transcription_failed', '401')],
  ['a row that violates a constraint', fromDatabase('23505')],
  ['a programming error', new TypeError('undefined is not a function')],
  ['another rejection', new Failure('not_found')],
  ['a missing file', withCode('ENOENT')],
  [
    'an error that its service marks as permanent, even if an outage caused it,',
    new SpeechError('transcription_failed', 'no', false, { cause: withCode('ECONNRESET') }),
  ],
  ['an undefined error', undefined],
])('%s is not transient', (_name, error) => expect(isTransient(error)).toBe(false))
