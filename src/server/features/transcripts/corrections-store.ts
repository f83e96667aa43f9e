import { sql } from 'kysely'
import * as z from 'zod'
import { SpokenWords } from '#shared/contract/transcripts.ts'
import type { Db } from '#server/db/tenant.ts'

/**
 * True unless a split or merge made the correction meaningless: a later one that is not undone, or an earlier one that
 * was undone after the correction. The words before such a correction are those of another turn.
 */
const isCurrent = sql<boolean>`not exists (select from transcript_edits edit
  left join transcript_edits undo on undo.session_id = edit.session_id and undo.undoes = edit.revision
  where edit.session_id = transcript_corrections.session_id and edit.kind in ('split', 'merge turns')
    and edit.replaced->'turns'->'now' ? transcript_corrections.utterance_id
    and case when edit.edited_at > transcript_corrections.corrected_at then undo.revision is null
      else undo.edited_at > transcript_corrections.corrected_at end)`

const Original = SpokenWords.extend({ utteranceId: z.string() })

/**
 * Lists the original words of each corrected turn. Omits words from before a split or merge of the turn, and words from
 * between these and their undo.
 */
export async function listOriginals(db: Db, sessionId: string): Promise<z.infer<typeof Original>[]> {
  const rows = await db
    .selectFrom('transcript_corrections')
    .where('session_id', '=', sessionId)
    .where(isCurrent)
    .distinctOn('utterance_id')
    .orderBy('utterance_id')
    .orderBy('corrected_at')
    .select(['utterance_id as utteranceId', 'text', 'speaker'])
    .execute()
  return rows.map((row) => Original.parse(row))
}

/** Stores the words that a turn had before a correction. */
export async function insertCorrection(
  db: Db,
  {
    sessionId,
    utteranceId,
    userId,
    before,
  }: { sessionId: string; utteranceId: string; userId: string; before: SpokenWords },
): Promise<void> {
  await db
    .insertInto('transcript_corrections')
    .values({
      session_id: sessionId,
      utterance_id: utteranceId,
      corrected_by: userId,
      text: before.text,
      speaker: before.speaker,
    })
    .execute()
}
