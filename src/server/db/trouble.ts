import type { ErrorCode } from '#shared/contract/errors.ts'
import { errorCode } from '#server/start-failure.ts'
import { DatabaseSilent } from '#server/postgres/watched-client.ts'

export type Trouble = Extract<
  ErrorCode,
  'database_down' | 'disk_full' | 'database_slow' | 'database_memory' | 'database_busy'
>

/** The trouble by SQLSTATE of the database, or by system error of the disk with the stored files. */
const byState: Readonly<Record<string, Trouble>> = {
  '53100': 'disk_full',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '53200': 'database_memory',
  '53300': 'database_busy',
  '57014': 'database_slow',
  // The second deadlock of a request (decision 0139).
  '40P01': 'database_slow',
  // A standby after a failover, or a host that stops changes because its disk is full.
  '25006': 'database_down',
  // A login that the database rejects. Our own error with this code is found before (db/not-signed-in.ts).
  '28000': 'database_down',
}

const brokenConnection =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|Query read timeout/

/** Messages of PgBouncer without a free connection. All errors of PgBouncer have the same SQLSTATE. */
const fullPooler = /^query_wait_timeout$|^no more connections allowed/

/** True if a connection to the database was refused, ended, went silent, or was not available in time. */
export function isBrokenConnection(error: Error): boolean {
  return error instanceof DatabaseSilent || brokenConnection.test(error.message)
}

/** Why a request cannot be served for now, until the trouble passes or the operator resolves it. Undefined for other errors. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseSilent) return 'database_slow'
  const code = errorCode(error)
  const known = byState[code]
  if (known) return known
  if (code === '08P01' && fullPooler.test(error.message)) return 'database_busy'
  return /^(ECONN|EPIPE|ETIMEDOUT|57P0|08)/.test(code) || isBrokenConnection(error) ? 'database_down' : undefined
}
