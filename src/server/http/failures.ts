import { ORPCError } from '@orpc/server'
import pg from 'pg'
import type { Logger } from 'pino'
import { isAccessRejected } from '#server/db/access-rejected.ts'
import { isNotSignedIn } from '#server/db/not-signed-in.ts'
import { type Trouble, troubleOf } from '#server/db/trouble.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { Failure, isErrorCode } from '#server/fail.ts'
import { sentence } from '#shared/contract/errors.ts'

/** The failure sent to the client: a known one, or an unexpected one with a reference number. */
export function toFailure(error: unknown, log: Logger): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ORPCError) return fromProtocol(error, log)
  if (isNotSignedIn(error)) return new Failure('not_signed_in')
  if (isAccessRejected(error)) return new Failure('not_allowed')
  if (isViewerRejected(error)) return new Failure('viewing_read_only')
  if (isDatabaseError(error, '22P02')) return new Failure('not_found')
  // Text with a null character, which PostgreSQL cannot store.
  if (isDatabaseError(error, '22021') || isDatabaseError(error, '22P05')) return new Failure('input_invalid')
  const trouble = troubleOf(error)
  if (trouble) {
    reportTrouble(trouble, error, log)
    return new Failure(trouble)
  }
  return new Failure('unexpected', { id: logUnderNumber(log, error, 'an unexpected error') })
}

/** True if `app.may_change` rejected a change. PostgreSQL uses the same SQLSTATE for a read-only database. */
const isViewerRejected = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '25006' && error.message === 'viewing_read_only'

const reportedAt = new WeakMap<Logger, Map<Trouble, number>>()
const reportPauseMs = 10_000

/** During an outage every request fails, so each kind is logged once in ten seconds. */
function reportTrouble(trouble: Trouble, error: unknown, log: Logger): void {
  const reported = reportedAt.get(log) ?? new Map<Trouble, number>()
  reportedAt.set(log, reported)
  const now = performance.now()
  if (now - (reported.get(trouble) ?? Number.NEGATIVE_INFINITY) < reportPauseMs) return
  reported.set(trouble, now)
  log.error({ err: error, trouble }, sentence(trouble))
}

/**
 * The failure sent to the client for errors around an endpoint. Failures with a code of the contract pass through, protocol errors
 * are mapped, and all other errors mean that the request could not be read.
 */
export function toRequestFailure(error: unknown, log: Logger): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return isErrorCode(error.code) ? error : asProtocolError(fromProtocol(error, log))
  log.warn({ err: error }, 'a request could not be read')
  return asProtocolError(new Failure('input_invalid'))
}

function fromProtocol(error: ORPCError<string, unknown>, log: Logger): Failure {
  if (error.code === 'BAD_REQUEST') return new Failure('input_invalid', {}, { fields: fieldMessages(error.data) })
  if (error.code === 'NOT_FOUND' || error.code === 'METHOD_NOT_SUPPORTED') return new Failure('not_found')
  if (error.code === 'PAYLOAD_TOO_LARGE') return new Failure('too_large')
  return toFailure(error.cause ?? new Error(error.message), log)
}

/** Messages of a failed input validation by field. */
function fieldMessages(data: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return fields
  for (const issue of data.issues) {
    if (typeof issue?.message === 'string')
      fields[Array.isArray(issue.path) ? issue.path.join('.') : ''] ??= issue.message
  }
  return fields
}

/** True if PostgreSQL returned this SQLSTATE. */
function isDatabaseError(error: unknown, state: string): boolean {
  return error instanceof pg.DatabaseError && error.code === state
}

/** The contract's wire format of a failure. */
export function asProtocolError(failure: Failure): ORPCError<string, unknown> {
  return new ORPCError(failure.code, {
    status: failure.status,
    message: failure.message,
    data: failure.data,
    defined: true,
  })
}
