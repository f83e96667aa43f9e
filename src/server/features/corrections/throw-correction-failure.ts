import { usDate } from '#shared/rules/progress.ts'
import type { Db } from '#server/db/tenant.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { findHoldStart, findRendererName } from './store.ts'

/** Throws the failure of a correction or deletion that the database rejected, with the values for its message. */
export async function throwCorrectionFailure(db: Db, sessionId: string, code: string | null): Promise<void> {
  const values =
    code === 'note_of_other'
      ? { name: await findRendererName(db, sessionId) }
      : code === 'hold_blocks_deletion'
        ? { date: usDate((await findHoldStart(db, sessionId)) ?? '') }
        : {}
  throwIfFailure(code, values)
}
