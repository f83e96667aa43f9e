import pg from 'pg'

/** The source file of PostgreSQL that reports missing grants. */
const grantsFile = 'aclchk.c'

/**
 * True if a policy or one of our functions rejected the caller. A missing grant has the same SQLSTATE (42501), but it is a
 * programming error: grants are for what the product needs, not for what a caller may do.
 */
export function isAccessRejected(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501' && error.file !== grantsFile
}
