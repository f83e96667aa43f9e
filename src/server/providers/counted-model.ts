import { createDrafter, type DrafterConfig } from './drafter/create.ts'
import type { NoteDrafter } from './drafter/port.ts'
import { createSecondReader } from './second-reader/create.ts'
import type { SecondReader } from './second-reader/port.ts'

export interface CountedModel {
  drafter: NoteDrafter
  /** Null when second readings are turned off. */
  secondReader: SecondReader | null
  /** What both have cost so far, as the endpoint counts it. */
  tokens: Readonly<{ read: number; written: number }>
}

/**
 * The drafter and the second reader of these settings, for measuring them.
 * @throws Error when a setting that they need is missing
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
