import { CosignItem, type CosignQueue } from '#shared/contract/cosign.ts'
import { localDateTime } from '#shared/rules/local-time.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type CosignRow, findAwayUntil, listQueue as listRows } from './store.ts'

/** Lists the notes that the caller co-signs. All lists are empty for users without an organization. */
export async function listQueue(context: Context): Promise<CosignQueue> {
  audit(context, { action: 'cosign.listed', resourceType: 'note' })
  return await readQueue(context)
}

/** Like `listQueue`, but without an audit event, because the change that calls this function is audited. */
export async function readQueue({ db, actor, clock }: Context): Promise<CosignQueue> {
  if (actor.organizationId === null) return { toCosign: [], returned: [], cosigned: [], others: [], awayUntil: null }
  const rows = await listRows(db, actor.organizationId)
  const away = await findAwayUntil(db, actor.organizationId, actor.userId)
  const { date: today } = localDateTime(clock(), actor.timeZone)
  const items = (isListed: (row: CosignRow) => boolean) => rows.filter(isListed).map((row) => toItem(row, today))
  return {
    toCosign: items(({ isMine, status }) => isMine && status === 'awaiting_cosign'),
    returned: items(({ isMine, status }) => isMine && status === 'returned'),
    cosigned: items(({ isMine, status }) => isMine && status === 'signed').toReversed(),
    others: items(({ isMine, status }) => !isMine && status === 'awaiting_cosign'),
    awayUntil: absenceEnd(away, today),
  }
}

/** Converts a row of the queue for display. `today` is yyyy-MM-dd. */
export function toItem(row: CosignRow, today: string): CosignItem {
  return { ...CosignItem.parse(row), awayUntil: absenceEnd(row.awayUntil, today) }
}

/** Returns the last day of an absence, or null if the absence has ended. */
export function absenceEnd(lastDay: string | null, today: string): string | null {
  return lastDay !== null && lastDay >= today ? lastDay : null
}
