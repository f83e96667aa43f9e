import { readingEnglish } from './english-only.ts'
import { createExtractiveDrafter } from './extractive/drafter.ts'
import { createLanguageModelDrafter } from './language-model/drafter.ts'
import { languageModelOf, type ModelConfig } from './language-model/model.ts'
import type { NoteDrafter } from './port.ts'

export interface DrafterConfig extends Omit<ModelConfig, 'kind'> {
  kind: 'extractive' | ModelConfig['kind']
}

/**
 * The drafter for the settings.
 * @throws Error if a required setting is missing
 */
export function createDrafter({ kind, ...settings }: DrafterConfig): NoteDrafter {
  if (kind === 'extractive') return readingEnglish(createExtractiveDrafter())
  return createLanguageModelDrafter(languageModelOf({ kind, ...settings }))
}
