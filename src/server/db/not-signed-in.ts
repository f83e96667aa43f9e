import pg from 'pg'

/**
 * True if one of our functions found no sign-in, or a deactivated account. PostgreSQL uses the same SQLSTATE for logins that
 * it rejects.
 */
export function isNotSignedIn(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28000' && error.message === 'not_signed_in'
}
