import { expect, test } from 'vitest'
import { schemaText } from './schema-text.ts'

test('schemaText writes objects with optional fields, lists and choices in the notation of TypeScript', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      day: { type: 'string', format: 'date' },
      kinds: { type: 'array', items: { enum: ['a', 'b'] } },
      parent: { anyOf: [{ type: 'object', properties: { id: { type: 'integer' } } }, { type: 'null' }] },
      note: { type: ['string', 'null'] },
    },
    required: ['name', 'kinds'],
  }
  expect(schemaText(schema)).toBe(`{
  name: string
  day?: string (date)
  kinds: ("a" | "b")[]
  parent?: {
    id?: integer
  } | null
  note?: string | null
}`)
})

test('schemaText writes records by the schema of their values, and an unknown schema as any', () => {
  expect(schemaText({ type: 'object', additionalProperties: { type: 'number' } })).toBe('{\n  [name]: number\n}')
  expect(schemaText({})).toBe('any')
})
