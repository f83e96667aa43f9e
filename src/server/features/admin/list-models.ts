import type { Models } from '#shared/contract/models.ts'
import type { Context } from '#server/context.ts'
import { languageModelName } from '#server/language-model-name.ts'
import { listScoredModels } from '#server/features/models/get-score.ts'

/** The language model that drafts notes, and the latest measurement of every model. */
export async function listModels({ config, db }: Context): Promise<Models> {
  const drafter = languageModelName(config)
  return { drafter, hasSecondReading: drafter !== null && config.SECOND_READING, measured: await listScoredModels(db) }
}
