import * as z from 'zod'

/** Why a database function refused a change: the error code and the values of its message. Null if it was made. */
export const Refusal = z
  .object({ code: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])).default({}) })
  .nullable()
export type Refusal = z.infer<typeof Refusal>
