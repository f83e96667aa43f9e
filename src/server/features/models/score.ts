import * as z from 'zod'
import { Check } from '#shared/contract/notes.ts'

/** What can be wrong with a planted statement; each has one fault. */
export const Fault = Check.exclude(['confirm', 'unchecked', 'supported', 'clinician'])
export type Fault = z.infer<typeof Fault>

/** So many of so many. */
export const Share = z.object({ count: z.int(), of: z.int() })
export type Share = z.infer<typeof Share>

/** What one run over the bundled cases measured. */
export const Score = z.object({
  model: z.string(),
  drafting: z.object({
    /** Cases without a draft. */
    failed: Share,
    /** Sections with statements, of those for which the session holds something. */
    filled: Share,
    /** Statements in which the evidence check finds something wrong. */
    invented: Share,
  }),
  /** Null when second readings are turned off. */
  secondReading: z
    .object({
      /** Cases that were not read to their end. What was not judged was not caught. */
      failed: Share,
      /** Planted faults that were doubted. */
      caught: z.record(Fault, Share),
      /** True statements that were doubted. */
      falseAlarms: Share,
    })
    .nullable(),
  seconds: z.number(),
  tokens: z.object({ read: z.int(), written: z.int() }),
})
export type Score = z.infer<typeof Score>

export const shareOf = (shares: readonly Share[]): Share => ({
  count: shares.reduce((sum, { count }) => sum + count, 0),
  of: shares.reduce((sum, { of }) => sum + of, 0),
})
