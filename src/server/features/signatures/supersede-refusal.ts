import { type ErrorCode, sentence } from '#shared/contract/errors.ts'
import { usDate } from '#shared/rules/progress.ts'
import { fail } from '#server/fail.ts'
import type { Db } from '#server/db/tenant.ts'
import { findSupersedeRefusal } from './store.ts'

const codes = ['note_released', 'record_on_hold'] as const satisfies readonly ErrorCode[]

/**
 * Returns the reason if a legal hold, or a release after the signature, forbids superseding the author's signature of a
 * note. Otherwise returns null.
 */
export async function supersedeRefusal(db: Db, sessionId: string): Promise<string | null> {
  const found = await findRefusal(db, sessionId)
  return found && sentence(found.code, { date: found.date })
}

/** Throws a failure with the date of the hold or release if `code` is about a legal hold or a release. */
export async function throwIfOnHoldOrReleased(db: Db, sessionId: string, code: string | null): Promise<void> {
  if (!codes.some((known) => known === code)) return
  const found = await findRefusal(db, sessionId)
  if (found) fail(found.code, { date: found.date })
}

async function findRefusal(db: Db, sessionId: string) {
  const { refusal, since } = await findSupersedeRefusal(db, sessionId)
  const code = codes.find((known) => known === refusal)
  return code === undefined || since === null ? null : { code, date: usDate(since) }
}
