import * as z from 'zod'

/** A JSON schema, as far as the reference page shows it. */
export interface DescribedSchema {
  type?: string | string[] | undefined
  enum?: unknown[] | undefined
  const?: unknown
  anyOf?: DescribedSchema[] | undefined
  oneOf?: DescribedSchema[] | undefined
  items?: DescribedSchema | undefined
  properties?: Record<string, DescribedSchema> | undefined
  required?: string[] | undefined
  additionalProperties?: DescribedSchema | boolean | undefined
  maxLength?: number | undefined
  format?: string | undefined
}

const Schema: z.ZodType<DescribedSchema> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    maxLength: z.number().optional(),
    format: z.string().optional(),
  }),
)

const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Schema }))
    .optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
})
export type Operation = z.infer<typeof Operation>

/** An OpenAPI document, as far as the reference page reads it. The rest is passed through. */
export const ApiDocument = z.looseObject({
  info: z.looseObject({ title: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})
export type ApiDocument = z.infer<typeof ApiDocument>
