import { isDatabaseError } from './failures.ts'
import type { Caller, Tenant } from '#server/db/tenant.ts'

/** For how long a session that was found is not looked up again. Every use case looks for itself; here it is about sizes only. */
const freshMs = 10_000

const mostKept = 10_000

/** Tells whether a caller's session exists, before anything that they send is read. */
export function createSignInCheck(tenant: Tenant): (caller: Caller) => Promise<boolean> {
  const found = new Map<string, number>()
  return async (caller) => {
    if ((found.get(caller.token) ?? 0) > Date.now()) return true
    found.delete(caller.token)
    try {
      await tenant.asCaller(caller, async () => undefined)
    } catch (error) {
      if (isDatabaseError(error, '28000')) return false
      throw error
    }
    if (found.size >= mostKept) found.clear()
    found.set(caller.token, Date.now() + freshMs)
    return true
  }
}
