import { sql } from 'kysely'
import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Services } from './context.ts'
import { isAccessRejected } from './db/access-rejected.ts'
import type { Caller, Tenant } from './db/tenant.ts'
import { Failure } from './fail.ts'
import { errorCode } from './start-failure.ts'

/** Error codes that mean missing permission. A record that the caller may not see is reported as missing. */
const deniedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'not_allowed',
  'second_factor_missing',
  'viewing_read_only',
  'viewing_not_allowed',
  'role_above',
  'organization_unknown',
  'invitation_other_address',
  'justification_missing',
  'client_missing',
  'session_missing',
])

/**
 * Adds denied access to the caller's audit chain, in a new transaction, because that of the request was rolled back. A
 * failure to record is logged; the caller still gets the original error.
 */
export async function recordRefusedAccess(
  { tenant, log }: { tenant: Pick<Tenant, 'asCaller'> } & Pick<Services, 'log'>,
  caller: Caller,
  error: unknown,
  endpoint: string,
): Promise<void> {
  const code = codeOf(error)
  if (code === undefined || !deniedCodes.has(code)) return
  await tenant
    .asCaller(caller, async (db) => {
      await sql`select app.record_refused_access(${code}, ${endpoint})`.execute(db)
    })
    .catch((reason: unknown) => {
      // If the sign-in has ended in the meantime, the caller has no audit chain.
      if (errorCode(reason) !== invalidSignIn) log.error({ err: reason }, 'refused access could not be recorded')
    })
}

/** SQLSTATE of `not_signed_in`. */
const invalidSignIn = '28000'

function codeOf(error: unknown): ErrorCode | undefined {
  if (error instanceof Failure) return error.code
  return isAccessRejected(error) ? 'not_allowed' : undefined
}
