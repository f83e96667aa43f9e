import type { DrafterConfig } from '../drafter/create.ts'
import { languageModelOf } from '../drafter/language-model/model.ts'
import { createExtractiveAnalyst } from './extractive/analyst.ts'
import { createLanguageModelAnalyst } from './language-model/analyst.ts'
import type { Analyst } from './port.ts'

/**
 * The analyst that the drafter's settings ask for: insights come from where notes come from.
 * @throws Error when a setting that it needs is missing
 */
export function createAnalyst({ kind, ...settings }: DrafterConfig): Analyst {
  if (kind === 'extractive') return createExtractiveAnalyst()
  return createLanguageModelAnalyst(languageModelOf({ kind, ...settings }))
}
