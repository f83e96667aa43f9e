import pg from 'pg'
import { isBrokenConnection } from '#server/db/trouble.ts'
import { Failure } from '#server/fail.ts'

/** PostgreSQL: no connection, out of resources, canceled or shut down by an operator, system error, conflict. */
const databaseStates = /^(08|53|57|58|40|55P03)/

/** Machine and network: connections, name resolution, disk space and file limits. */
const systemCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENETDOWN|EAI_|ENOTFOUND|ENOSPC|EDQUOT|EIO|EMFILE|ENFILE|ENOMEM|EAGAIN|EBUSY|EROFS|UND_ERR_)/

/**
 * True for a temporary outage of the database, a disk, the network, the threads, or a service that marks its error as
 * `transient`.
 * Any other error would happen again.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransient)
  if (!(error instanceof Error)) return false
  if (error instanceof Failure) return error.code === 'busy'
  if ('transient' in error && typeof error.transient === 'boolean') return error.transient
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError) return databaseStates.test(code)
  return systemCodes.test(code) || isBrokenConnection(error) || isTransient(error.cause)
}
