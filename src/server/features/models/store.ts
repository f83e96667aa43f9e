import { sql } from 'kysely'
import * as z from 'zod'
import type { SpotChecks } from '#shared/contract/models.ts'
import type { Db } from '#server/db/tenant.ts'
import { Score } from './score.ts'

const Row = z.object({ measuredAt: z.date(), result: Score })
export type StoredScore = z.infer<typeof Row>

/**
 * Stores the newest score of a model. `db` must be connected as the owner of the tables, because the application may
 * not write scores.
 */
export async function insertScore(db: Db, score: Score): Promise<void> {
  await db
    .insertInto('model_scores')
    .values({ model: score.model, result: JSON.stringify(score) })
    .execute()
}

/** Lists the latest score of every model, newest first. */
export async function listScores(db: Db): Promise<StoredScore[]> {
  const rows = await db
    .selectFrom('model_scores')
    .distinctOn('model')
    .select(['measured_at as measuredAt', 'result'])
    .orderBy('model')
    .orderBy('measured_at', 'desc')
    .execute()
  return rows
    .map((row) => Row.parse(row))
    .toSorted((one, other) => other.measuredAt.getTime() - one.measuredAt.getTime())
}

/** Finds the latest score of a model. */
export async function findScore(db: Db, model: string): Promise<StoredScore | undefined> {
  const row = await db
    .selectFrom('model_scores')
    .where('model', '=', model)
    .select(['measured_at as measuredAt', 'result'])
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && Row.parse(row)
}

/**
 * Counts the decided spot checks per drafter, largest count first. `db` must be connected as the admin panel or as the
 * owner of the tables.
 */
export async function listSpotChecks(db: Db): Promise<SpotChecks[]> {
  const { rows } = await sql<SpotChecks>`select model, answered, wrong from app.spot_checks()`.execute(db)
  return rows
}
