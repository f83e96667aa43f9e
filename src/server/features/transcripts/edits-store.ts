import type { TranscriptEdit } from '#shared/contract/transcript-edits.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { Replaced } from './edits/change.ts'

/** The kind of a change. `correct` is a correction of one turn; `undo` restores the state before another change. */
export type EditKind = TranscriptEdit['kind'] | 'correct' | 'undo'

/** Stores a change with the state that it replaced. `revision` is the revision after the change. */
export async function insertEdit(
  db: Db,
  edit: { sessionId: string; revision: number; userId: string; kind: EditKind; undoes?: number; replaced: Replaced },
): Promise<void> {
  await db
    .insertInto('transcript_edits')
    .values({
      session_id: edit.sessionId,
      revision: edit.revision,
      edited_by: edit.userId,
      kind: edit.kind,
      undoes: edit.undoes ?? null,
      replaced: storableJson(edit.replaced),
    })
    .execute()
}

/** Finds the last change that was not undone, with the state that it replaced. */
export async function findLastEdit(
  db: Db,
  sessionId: string,
): Promise<{ revision: number; kind: string; replaced: Replaced } | undefined> {
  const row = await db
    .selectFrom('transcript_edits as edit')
    .where('edit.session_id', '=', sessionId)
    .where('edit.undoes', 'is', null)
    .where((edit) =>
      edit.not(
        edit.exists(
          edit
            .selectFrom('transcript_edits as later')
            .whereRef('later.session_id', '=', 'edit.session_id')
            .whereRef('later.undoes', '=', 'edit.revision')
            .select('later.revision'),
        ),
      ),
    )
    .orderBy('edit.revision', 'desc')
    .limit(1)
    .select(['edit.revision', 'edit.kind', 'edit.replaced'])
    .executeTakeFirst()
  return row && { ...row, replaced: Replaced.parse(row.replaced) }
}
