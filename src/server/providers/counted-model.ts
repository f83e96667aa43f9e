import { createDrafter, type DrafterConfig } from './drafter/create.ts'
import type { NoteDrafter } from './drafter/port.ts'
import { createSecondReader } from './second-reader/create.ts'
import type { SecondReader } from './second-reader/port.ts'

export interface CountedModel {
  drafter: NoteDrafter
  /** Null if second readings are turned off. */
  secondReader: SecondReader | null
  /** Tokens used by drafter and second reader so far, as the endpoint counts them. */
  tokens: Readonly<{ read: number; written: number }>
}

/**
 * The configured drafter and second reader, with a token counter for benchmarks.
 * @throws Error if a required setting is missing
 */
export function openCountedModel(settings: DrafterConfig, hasSecondReading: boolean): CountedModel {
  const tokens = { read: 0, written: 0 }
  const counted: DrafterConfig = {
    ...settings,
    onTokens: ({ read, written }) => {
      tokens.read += read
      tokens.written += written
    },
  }
  const secondReader = hasSecondReading ? createSecondReader(counted) : null
  return { drafter: createDrafter(counted), secondReader, tokens }
}
