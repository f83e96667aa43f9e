import { usDate } from '#shared/rules/progress.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findHoldStart } from './store.ts'

type HoldCode = 'hold_blocks_deletion' | 'psychotherapy_note_on_hold' | 'psychotherapy_note_on_hold_transferred'

/** @throws hold_blocks_deletion, or `code`, if the record of the client is under a legal hold */
export async function requireNoHold(
  { db }: Pick<Context, 'db'>,
  clientId: string,
  code: HoldCode = 'hold_blocks_deletion',
): Promise<void> {
  const since = await findHoldStart(db, clientId)
  if (since !== null) fail(code, { date: usDate(since) })
}
