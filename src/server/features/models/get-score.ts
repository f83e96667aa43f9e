import type { MeasuredModel, NoteModel, SpotChecks } from '#shared/contract/models.ts'
import type { Db } from '#server/db/tenant.ts'
import { findScore, listScores, listSpotChecks } from './store.ts'
import { failedMeasures, measuresOf } from './thresholds.ts'

/** Returns whether a language model passed by its latest score, and the measures that failed. */
export async function scoreOf(db: Db, name: string): Promise<NoteModel> {
  const stored = await findScore(db, name)
  if (!stored) return { name, standing: 'not measured', failed: [] }
  const failed = failedMeasures(stored.result)
  return { name, standing: failed.length === 0 ? 'passed' : 'not passed', failed }
}

/** Lists all scored models with their latest scores, newest score first. */
export async function listScoredModels(db: Db): Promise<MeasuredModel[]> {
  return (await listScores(db)).map(({ measuredAt, result }) => ({
    name: result.model,
    standing: failedMeasures(result).length === 0 ? 'passed' : 'not passed',
    measuredAt: measuredAt.toISOString(),
    measures: measuresOf(result),
  }))
}

/** Counts the decided spot checks per drafter, largest count first. `db` must be connected as the admin panel. */
export async function countSpotChecks(db: Db): Promise<SpotChecks[]> {
  return await listSpotChecks(db)
}
