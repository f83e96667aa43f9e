import { type JSONSchema, type OpenAPI, OpenAPIGenerator } from '@orpc/openapi'
import * as z from 'zod'
import { contract } from '#shared/contract/contract.ts'
import { errors } from '#shared/contract/errors.ts'
import { ApiDocument } from './api-document.ts'

const introduction = `The API that Attend's own pages use, for scripts of a clinic. It may change with any release; the changelog names what changed.

Sign in with \`POST /api/auth/sign-in/email\` and the JSON body \`{"email": "…", "password": "…"}\`. Send the cookie of the response with every request. Requests other than GET also need the header \`Origin\` with the address of this installation. A script has the rights of the account that it signs in with, and every access is audited. An account with a second factor cannot sign in from a script: make one for the script, with the lowest role that is enough.

A failure has a code and a sentence: \`{"code": "client_missing", "message": "Client not found"}\`. Audio is sent in chunks and read through tickets, which this page does not describe.`

/**
 * Returns the OpenAPI document of every endpoint, as JSON. It takes a third of a second, so a worker thread runs it and
 * the result is cached.
 */
export async function describeApi(): Promise<string> {
  const generator = new OpenAPIGenerator({ schemaConverters: [{ condition: isZod, convert: toJsonSchema }] })
  const described = await generator.generate(contract, {
    info: { title: 'Attend', version: '1', description: introduction },
    servers: [{ url: '/api' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    components: {
      schemas: { Failure: failureSchema },
      responses: {
        Failure: {
          description: 'A failure, with the status of its code.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
    },
  })
  const document = ApiDocument.parse(described)
  return JSON.stringify({ ...document, paths: withFailures(document.paths) })
}

const failureSchema: OpenAPI.SchemaObject = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string', description: 'A sentence for the user.' },
  },
  required: ['code', 'message'],
}

function isZod(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType
}

/** Zod and oRPC each have their own type for the same draft of JSON Schema. */
const JsonSchema = z.custom<JSONSchema>((value) => typeof value === 'object' && value !== null)

function toJsonSchema(schema: unknown, { strategy }: { strategy: 'input' | 'output' }): [boolean, JSONSchema] {
  if (!isZod(schema)) return [false, {}]
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, { io: strategy, unrepresentable: 'any' })
  return [!schema.safeParse(undefined).success, JsonSchema.parse(described)]
}

/** Adds to each operation its noun and the response of a failure. */
function withFailures(paths: ApiDocument['paths']): ApiDocument['paths'] {
  return mapValues(paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      tags: operation.operationId.split('.').slice(0, 1),
      responses: { ...operation.responses, default: { $ref: '#/components/responses/Failure' } },
    })),
  )
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
