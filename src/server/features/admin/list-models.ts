import type { Models } from '#shared/contract/models.ts'
import type { Context } from '#server/context.ts'
import { countSpotChecks, listScoredModels } from '#server/features/models/get-score.ts'

/** Returns the model that drafts notes, the latest measurement of every model, and the results of spot checks. */
export async function listModels({ config, db, engines }: Context): Promise<Models> {
  const drafter = engines.languageModel()
  return {
    drafter,
    hasSecondReading: drafter !== null && config.SECOND_READING,
    measured: await listScoredModels(db),
    spotChecks: await countSpotChecks(db),
  }
}
