import { sql } from 'kysely'
import * as z from 'zod'
import { Insights, SessionInsights } from '#shared/contract/insights.ts'
import { SafetyPassage, Section } from '#shared/contract/notes.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { Dismissals } from '#server/features/notes/dismissals.ts'
import { SafetyReading } from '#server/features/notes/safety-reading.ts'

const State = SessionInsights.shape.state.exclude(['none'])
const Analyst = SessionInsights.shape.analyst

const Row = z.object({
  clientId: z.string(),
  therapistId: z.string(),
  clientFirstName: z.string(),
  hasTranscript: z.boolean(),
  /** Null before the first request. */
  state: State.nullable(),
  error: z.string().nullable(),
  insights: Insights.nullable(),
  analyst: Analyst.nullable(),
  updatedAt: z.date().nullable(),
  /** True if the transcript changed after the analysis. */
  isBehindTranscript: z.boolean(),
})

/** A session that the caller may see, with its insights so far. */
export type InsightsRow = z.infer<typeof Row>

export async function findInsights(db: Db, sessionId: string): Promise<InsightsRow | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('clients', 'clients.id', 'sessions.client_id')
    .leftJoin('insights', 'insights.session_id', 'sessions.id')
    .leftJoin('transcripts', 'transcripts.session_id', 'sessions.id')
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.client_id as clientId',
      'sessions.therapist_id as therapistId',
      'clients.first_name as clientFirstName',
      sql<boolean>`transcripts.session_id is not null`.as('hasTranscript'),
      'insights.state',
      'insights.error',
      'insights.insights',
      'insights.analyst',
      'insights.updated_at as updatedAt',
      // Times of transactions do not show which of two concurrent ones was later.
      sql<boolean>`coalesce(transcripts.revision <> insights.transcript_revision, false)`.as('isBehindTranscript'),
    ])
    .executeTakeFirst()
  return row && Row.parse(row)
}

/** Finds the turns of a session that a language model marked as being about risk. */
export async function findRiskMarks(db: Db, sessionId: string): Promise<SafetyReading['marks']> {
  const row = await db
    .selectFrom('notes')
    .where('session_id', '=', sessionId)
    .select('safety_reading as safetyReading')
    .executeTakeFirst()
  return SafetyReading.nullable().parse(row?.safetyReading ?? null)?.marks ?? []
}

/**
 * Locks the insights of a session until the transaction ends, so that no other analysis begins or ends. Inserts the row
 * in state `analyzing` if there is none. Returns false if the session does not exist.
 */
export async function lockInsights(db: Db, sessionId: string): Promise<boolean> {
  await db
    .insertInto('insights')
    .columns(['session_id', 'organization_id', 'therapist_id', 'state'])
    .expression(
      db
        .selectFrom('sessions')
        .where('id', '=', sessionId)
        .select(['id', 'organization_id', 'therapist_id', sql<string>`'analyzing'`.as('state')]),
    )
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute()
  const rows = db.selectFrom('insights').where('session_id', '=', sessionId).select('session_id').forUpdate()
  return (await rows.execute()).length > 0
}

export async function updateInsights(
  db: Db,
  sessionId: string,
  changes: Pick<SessionInsights, 'error' | 'insights' | 'analyst'> & {
    state: z.infer<typeof State>
    /** The revision of the transcript that is analyzed. */
    transcriptRevision?: number
  },
): Promise<void> {
  await db
    .updateTable('insights')
    .set({
      state: changes.state,
      error: changes.error === null ? null : storableText(changes.error),
      insights: storableJson(changes.insights),
      analyst: changes.analyst,
      transcript_revision: changes.transcriptRevision,
    })
    .where('session_id', '=', sessionId)
    .execute()
}

const EarlierNote = z.object({
  date: z.string(),
  sections: z.array(Section),
  safety: z.array(SafetyPassage),
  dismissals: Dismissals,
})
export type EarlierNote = z.infer<typeof EarlierNote>

/** Lists the client's latest notes with a saved version, from other sessions with this therapist, newest first. */
export async function listEarlierNotes(
  db: Db,
  { clientId, sessionId, therapistId }: { clientId: string; sessionId: string; therapistId: string },
  limit: number,
): Promise<EarlierNote[]> {
  const rows = await db
    .selectFrom('notes')
    .where('client_id', '=', clientId)
    .where('therapist_id', '=', therapistId)
    .where('session_id', '!=', sessionId)
    .where('version', '>', 0)
    .select(['session_date as date', 'sections', 'safety', 'safety_dismissals as dismissals'])
    .orderBy('session_date', 'desc')
    .orderBy('session_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => EarlierNote.parse(row))
}
