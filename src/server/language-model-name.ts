import { basename } from 'node:path'
import type { Config } from '#server/config.ts'
import { defaultEmbeddedModel } from './providers/drafter/embedded/models.ts'

/** The name of the language model that drafts notes, as notes and scores store it. Null with excerpts. */
export function languageModelName({
  DRAFTER,
  DRAFTER_MODEL,
  DRAFTER_MODEL_PATH,
}: Pick<Config, 'DRAFTER' | 'DRAFTER_MODEL' | 'DRAFTER_MODEL_PATH'>): string | null {
  if (DRAFTER === 'extractive') return null
  if (DRAFTER !== 'embedded') return DRAFTER_MODEL ?? null
  return DRAFTER_MODEL_PATH === undefined
    ? (DRAFTER_MODEL ?? defaultEmbeddedModel)
    : basename(DRAFTER_MODEL_PATH, '.gguf')
}
