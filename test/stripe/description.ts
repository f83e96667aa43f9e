import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type Options } from 'ajv'
import * as z from 'zod'

const Schema = z.record(z.string(), z.unknown())
const Answer = z.object({ content: z.object({ 'application/json': z.object({ schema: Schema }) }) })
const Operation = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        required: z.boolean().default(false),
        schema: Schema,
      }),
    )
    .default([]),
  requestBody: z
    .object({ content: z.object({ 'application/x-www-form-urlencoded': z.object({ schema: Schema }) }) })
    .optional(),
  responses: z.object({ '200': Answer, default: Answer }),
})
const Description = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
})

/** What an operation takes and answers, as the description has it. */
export interface Described {
  /** E.g. `GET /v1/customers/{customer}`. */
  call: string
  request: Schema
  answer: Schema
  refusal: Schema
}

export type Schema = z.infer<typeof Schema>

/** The excerpt of Stripe's published description of its interface: `openapi.json` tells which one. */
export const { operations, components, describedVersion } = read()

function read() {
  const text = readFileSync(new URL('openapi.json', import.meta.url), 'utf8')
  const { info, paths, components: parts } = Description.parse(inJsonSchema(JSON.parse(text)))
  return {
    describedVersion: info.version,
    components: parts.schemas,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => describe(`${method.toUpperCase()} ${path}`, operation)),
    ),
  }
}

function describe(call: string, { parameters, requestBody, responses }: z.infer<typeof Operation>): Described {
  const queried = parameters.filter(({ in: place }) => place === 'query')
  const query = {
    type: 'object',
    properties: Object.fromEntries(queried.map(({ name, schema }) => [name, schema])),
    required: queried.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
  return {
    call,
    request: requestBody?.content['application/x-www-form-urlencoded'].schema ?? query,
    answer: responses['200'].content['application/json'].schema,
    refusal: responses.default.content['application/json'].schema,
  }
}

const forms = newAjv({ coerceTypes: true })
const objects = newAjv({})

/** The operation that a call is, e.g. `GET /v1/customers/cus_1`; whole names go before what stands for any. */
export function findOperation(call: string): Described | undefined {
  const steps = call.split('/')
  const fits = (described: string) =>
    described.split('/').length === steps.length &&
    described.split('/').every((step, index) => step === steps[index] || step.startsWith('{'))
  return operations.find((operation) => operation.call === call) ?? operations.find((operation) => fits(operation.call))
}

/** What is wrong with a request by the description. @param form decoded, with texts only and lists as numbered entries */
export function problemsOfRequest(call: string, form: unknown): string[] {
  const operation = findOperation(call)
  return operation ? problemsBy(forms, operation.request, listed(form), call) : [`${call} is not described`]
}

/** What is wrong with an answer by the description. */
export function problemsOfAnswer(call: string, status: number, body: unknown): string[] {
  const operation = findOperation(call)
  if (!operation) return [`${call} is not described`]
  return problemsBy(objects, status === 200 ? operation.answer : operation.refusal, body, `${status} to ${call}`)
}

/** What is wrong with an event by the description, and with the object that it is about. */
export function problemsOfEvent(event: unknown): string[] {
  const about = z
    .object({ type: z.string(), data: z.object({ object: z.looseObject({ object: z.string() }) }) })
    .parse(event)
  const kind = about.data.object.object
  const schema = components[kind]
  if (!schema) return [`${about.type} is about a ${kind}, which is not described`]
  return [
    ...problemsBy(objects, components['event'] ?? {}, event, about.type),
    ...problemsBy(objects, schema, about.data.object, about.type),
  ]
}

function problemsBy(ajv: Ajv, schema: Schema, value: unknown, what: string): string[] {
  const validate = ajv.compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}: ${told(error)}`)
}

function told({ instancePath, message = '', params }: ErrorObject): string {
  const words = [params['allowedValues'], params['additionalProperty']]
    .flat()
    .filter((word) => typeof word === 'string')
  return `${instancePath} ${message}${words.length > 0 ? ` (${words.join(', ')})` : ''}`.trim()
}

function newAjv(options: Options): Ajv {
  const ajv = new Ajv({ ...options, allErrors: true, strict: true, strictRequired: false })
  ajv.addFormat('unix-time', { type: 'number', validate: (value: number) => Number.isSafeInteger(value) && value >= 0 })
  ajv.addFormat('currency', /^[a-z]{3}$/)
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/)
  for (const [name, schema] of Object.entries(components)) ajv.addSchema(schema, name)
  return ajv
}

/** OpenAPI 3.0 in the words of JSON Schema: what may be null, and where the parts stand. */
function inJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inJsonSchema)
  if (!isRecord(node)) return node
  const { nullable, ...rest } = node
  const words = Object.fromEntries(
    Object.entries(rest).map(([word, value]) => [
      word,
      word === '$ref' ? String(value).replace('#/components/schemas/', '') : inJsonSchema(value),
    ]),
  )
  return nullable === true ? { anyOf: [words, { type: 'null' }] } : words
}

/** A form's numbered entries as lists. */
function listed(form: unknown): unknown {
  if (!isRecord(form)) return form
  const entries = Object.entries(form).map(([name, value]) => [name, listed(value)] as const)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
