import { isNotSignedIn } from '#server/db/not-signed-in.ts'
import type { Caller, Tenant } from '#server/db/tenant.ts'

/**
 * How long a found sign-in is cached. Every use case checks the sign-in again; this check only decides the body limit.
 */
const freshMs = 10_000

const maxCached = 10_000

/** Checks whether a caller's sign-in exists, before the body of the request is read. */
export function createSignInCheck(tenant: Tenant): (caller: Caller) => Promise<boolean> {
  const found = new Map<string, number>()
  return async (caller) => {
    if ((found.get(caller.token) ?? 0) > Date.now()) return true
    found.delete(caller.token)
    try {
      await tenant.asCaller(caller, async () => undefined)
    } catch (error) {
      if (isNotSignedIn(error)) return false
      throw error
    }
    if (found.size >= maxCached) found.clear()
    found.set(caller.token, Date.now() + freshMs)
    return true
  }
}
