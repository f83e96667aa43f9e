import type { DescribedSchema } from './api-document.ts'

/** A JSON schema in the notation of TypeScript, indented by two spaces a level. */
export function schemaText(schema: DescribedSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => schemaText(choice, indent)))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.map((type) => schemaText({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return `${inBrackets(schemaText(schema.items ?? {}, indent))}[]`
  if (schema.type === 'object') return objectText(schema, indent)
  if (schema.type === 'string') return schema.format ? `string (${schema.format})` : 'string'
  return schema.type ?? 'any'
}

function objectText({ properties = {}, required = [], additionalProperties }: DescribedSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${schemaText(field, inner)}`,
  )
  if (typeof additionalProperties === 'object') fields.push(`[name]: ${schemaText(additionalProperties, inner)}`)
  return fields.length === 0 ? '{}' : `{\n${fields.map((field) => `${inner}${field}\n`).join('')}${indent}}`
}

function inBrackets(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text
}
