import type { ReviewItem } from '#shared/contract/review.ts'
import type { Db } from '#server/db/tenant.ts'
import type { Decision, DecisionState } from '#server/features/notes/decisions.ts'
import type { OwnNote } from '#server/features/notes/own-note.ts'

/** Saves the decision about an item, and replaces an earlier decision about the same item. */
export async function saveDecision(
  db: Db,
  { note, userId }: { note: OwnNote; userId: string },
  item: ReviewItem,
  state: DecisionState,
): Promise<Decision> {
  const { version, drafter, model } = note
  const judged = { state, version, drafter, model }
  await db
    .insertInto('note_review_items')
    .values({
      ...judged,
      session_id: note.sessionId,
      item_id: item.id,
      organization_id: note.organizationId,
      therapist_id: note.therapistId,
      kind: item.kind,
      section: item.section,
      decided_by: userId,
    })
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'item_id']).doUpdateSet({ ...judged, decided_at: new Date() }),
    )
    .execute()
  return { itemId: item.id, kind: item.kind, state, version }
}

/** Opens an item again after an undo. */
export async function reopenItem(db: Db, sessionId: string, itemId: string): Promise<void> {
  await db
    .updateTable('note_review_items')
    .set({ state: 'open' })
    .where('session_id', '=', sessionId)
    .where('item_id', '=', itemId)
    .execute()
}
