import * as z from 'zod'
import { SpokenWords } from '#shared/contract/transcripts.ts'
import type { Db } from '#server/db/tenant.ts'

const Original = SpokenWords.extend({ utteranceId: z.string() })

/** The first words of each turn that was corrected. */
export async function listOriginals(db: Db, sessionId: string): Promise<z.infer<typeof Original>[]> {
  const rows = await db
    .selectFrom('transcript_corrections')
    .where('session_id', '=', sessionId)
    .distinctOn('utterance_id')
    .orderBy('utterance_id')
    .orderBy('corrected_at')
    .select(['utterance_id as utteranceId', 'text', 'speaker'])
    .execute()
  return rows.map((row) => Original.parse(row))
}

/** Stores the words of a turn from before a correction. */
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
