import { sql } from 'kysely'
import * as z from 'zod'
import { storableJson, storableText } from '#server/db/storable.ts'
import type { Db } from '#server/db/tenant.ts'
import { hasTranscript } from './store.ts'

const Segments = z.array(
  z.object({
    start: z.number(),
    end: z.number(),
    text: z.string(),
    words: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })).optional(),
    language: z.string().optional(),
    label: z.string().optional(),
  }),
)

interface Timed {
  start: number
  end: number
  text: string
}

/** A recognized passage, as the database stores it. */
interface StoredPassage {
  engine: string
  channel: number
  until: number
  segments: (Timed & { words?: Timed[]; label?: string })[]
}

/** A passage with its number among the passages of the same engine and channel. */
export type NumberedPassage = StoredPassage & { n: number }

/** Finds the saved passages of a session's unfinished transcription, in order. */
export async function findPassages(db: Db, sessionId: string): Promise<StoredPassage[]> {
  const rows = await db
    .selectFrom('transcription_passages')
    .where('session_id', '=', sessionId)
    .select(['engine', 'channel', 'until', 'segments'])
    .orderBy('n')
    .execute()
  return rows.map(({ segments, ...row }) => ({
    ...row,
    segments: Segments.parse(segments).map(({ words, language, label, ...segment }) => ({
      ...segment,
      ...(words && { words }),
      ...(language !== undefined && { language }),
      ...(label !== undefined && { label }),
    })),
  }))
}

/** Thrown if another run has saved passages of the same session, or the session has a transcript. */
export class ParallelRunError extends Error {}

/** @throws ParallelRunError if another passage with one of these numbers exists, or the session has a transcript */
export async function insertPassages(db: Db, sessionId: string, passages: readonly NumberedPassage[]): Promise<void> {
  if (await hasTranscript(db, sessionId)) throw new ParallelRunError('the session has a transcript')
  const rows = passages.map(({ engine, channel, n, until, segments }) => ({
    session_id: sessionId,
    engine: storableText(engine),
    channel,
    n,
    until,
    segments: storableJson(segments),
  }))
  const inserted = await db
    .insertInto('transcription_passages')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('n')
    .execute()
  if (inserted.length < rows.length && !(await areSaved(db, sessionId, passages)))
    throw new ParallelRunError('another run transcribes the same session')
}

/** True if an earlier write, whose confirmation was lost, saved the same passages. */
async function areSaved(db: Db, sessionId: string, passages: readonly NumberedPassage[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from transcription_passages saved
    join jsonb_to_recordset(${storableJson(passages)}::jsonb)
      as given (engine text, channel smallint, n integer, until double precision, segments jsonb)
      using (engine, channel, n, until, segments)
    where saved.session_id = ${sessionId}`.execute(db)
  return rows[0]?.count === passages.length
}
