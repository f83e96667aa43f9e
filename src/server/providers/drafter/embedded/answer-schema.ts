import * as z from 'zod'

/** Maximum entries of a list whose schema has no limit. A small model otherwise adds entries until its context is full. */
const maxEntries = 20

/**
 * The JSON schemas that prompts use, as the grammar takes them. Every property is required. Texts have no limit, because
 * limits for texts make the grammar many times slower.
 */
export type AnswerSchema =
  | { type: 'string'; enum: string[] }
  | { type: 'string' | 'integer' }
  | { type: 'array'; items: AnswerSchema; minItems: number; maxItems: number }
  | { type: 'object'; properties: Record<string, AnswerSchema> }

export const AnswerSchema: z.ZodType<AnswerSchema> = z.union([
  z.object({ type: z.literal('string'), enum: z.array(z.string()) }),
  z.object({ type: z.enum(['string', 'integer']) }),
  z.object({
    type: z.literal('array'),
    items: z.lazy(() => AnswerSchema),
    minItems: z.int().default(0),
    maxItems: z.int().default(maxEntries),
  }),
  z.object({
    type: z.literal('object'),
    properties: z.record(
      z.string(),
      z.lazy(() => AnswerSchema),
    ),
  }),
])
