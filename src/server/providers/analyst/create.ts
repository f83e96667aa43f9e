import type { DrafterConfig } from '../drafter/create.ts'
import { languageModelOf } from '../drafter/language-model/model.ts'
import { createExtractiveAnalyst } from './extractive/analyst.ts'
import { createLanguageModelAnalyst } from './language-model/analyst.ts'
import type { Analyst } from './port.ts'

/**
 * The analyst for the drafter's settings: insights use the same engine as notes.
 * @throws Error if a required setting is missing
 */
export function createAnalyst({ kind, ...settings }: DrafterConfig): Analyst {
  const extractive = createExtractiveAnalyst()
  if (kind === 'extractive') return extractive
  const options = languageModelOf({ kind, ...settings })
  const analyst = createLanguageModelAnalyst(options)
  // Suggestions are for the session in progress. A slow model would answer too late.
  return options.isSlow ? { ...analyst, suggest: (request) => extractive.suggest(request) } : analyst
}
