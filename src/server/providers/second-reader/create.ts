import type { DrafterConfig } from '../drafter/create.ts'
import { languageModelOf } from '../drafter/language-model/model.ts'
import { createLanguageModelReader } from './language-model.ts'
import type { SecondReader } from './port.ts'

/**
 * The second reader for the drafter's settings; null without a language model.
 * @throws Error if a required setting is missing
 */
export function createSecondReader({ kind, ...settings }: DrafterConfig): SecondReader | null {
  return kind === 'extractive' ? null : createLanguageModelReader(languageModelOf({ kind, ...settings }))
}
