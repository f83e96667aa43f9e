import * as z from 'zod'
import { Check } from '#shared/contract/notes.ts'

/** The fault of a false statement in a case. Each false statement has exactly one fault. */
export const Fault = Check.exclude(['carried over', 'other', 'confirm', 'unchecked', 'supported', 'clinician'])
export type Fault = z.infer<typeof Fault>

/** A count out of a total. */
export const Share = z.object({ count: z.int(), of: z.int() })
export type Share = z.infer<typeof Share>

/** The result of one run over the bundled cases. */
export const Score = z.object({
  model: z.string(),
  drafting: z.object({
    /** Cases without a draft. */
    failed: Share,
    /** Sections with statements, out of the sections for which the session has content. */
    filled: Share,
    /** Statements that the evidence check flags. */
    invented: Share,
  }),
  /** Null if the model makes no second readings. */
  secondReading: z
    .object({
      /** Cases whose second reading did not finish. Statements without a judgement count as not caught. */
      failed: Share,
      /** False statements that the reader doubted, by fault. Scores of other releases may have other faults. */
      caught: z.record(z.string(), Share),
      /** True statements that the reader doubted. */
      falseAlarms: Share,
    })
    .nullable(),
  seconds: z.number(),
  tokens: z.object({ read: z.int(), written: z.int() }),
})
export type Score = z.infer<typeof Score>

/** Adds up shares. */
export const shareOf = (shares: readonly Share[]): Share => ({
  count: shares.reduce((sum, { count }) => sum + count, 0),
  of: shares.reduce((sum, { of }) => sum + of, 0),
})
