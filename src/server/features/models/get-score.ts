import type { MeasuredModel, NoteModel, SpotChecks } from '#shared/contract/models.ts'
import type { Db } from '#server/db/tenant.ts'
import { findScore, listScores, listSpotChecks } from './store.ts'
import { failedIn, measuresOf } from './thresholds.ts'

/** The latest score of a language model. */
export async function scoreOf(db: Db, name: string): Promise<NoteModel> {
  const stored = await findScore(db, name)
  if (!stored) return { name, standing: 'not measured', failed: [] }
  const failed = failedIn(stored.result)
  return { name, standing: failed.length === 0 ? 'passed' : 'not passed', failed }
}

/** All scored models, newest score first. */
export async function listScoredModels(db: Db): Promise<MeasuredModel[]> {
  return (await listScores(db)).map(({ measuredAt, result }) => ({
    name: result.model,
    standing: failedIn(result).length === 0 ? 'passed' : 'not passed',
    measuredAt: measuredAt.toISOString(),
    measures: measuresOf(result),
  }))
}

/** Counts the decided spot checks per drafter, most first. `db` is that of the admin panel. */
export async function countSpotChecks(db: Db): Promise<SpotChecks[]> {
  return await listSpotChecks(db)
}
