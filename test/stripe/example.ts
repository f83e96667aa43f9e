import * as z from 'zod'
import { components, type Schema } from './description.ts'

const Node = z.object({
  $ref: z.string().optional(),
  anyOf: z.array(z.record(z.string(), z.unknown())).optional(),
  enum: z.array(z.unknown()).optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  items: z.record(z.string(), z.unknown()).optional(),
})

/** Something with every name that a schema has, and with another word and kind at each turn; objects that have ids stand as ids. */
export function exampleOf(schema: Schema | undefined, turn: number): unknown {
  const { $ref, anyOf, enum: words, type, format, pattern, properties, items } = Node.parse(schema)
  if ($ref !== undefined) return exampleOf(components[$ref], turn)
  if (anyOf) {
    const kinds = anyOf.filter((kind) => kind['type'] !== 'null')
    const simple = kinds.filter((kind) => kind['$ref'] === undefined)
    const open = simple.length > 0 ? simple : kinds
    return exampleOf(open[turn % open.length], turn)
  }
  if (words) return words[turn % words.length]
  if (type === 'array') return [exampleOf(items, turn)]
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one, turn)]))
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 7
  return { currency: 'usd', decimal: '1.5' }[format ?? ''] ?? pattern?.slice(1) ?? 'text'
}

/** How many turns read every word: the longest list somewhere in a description has that many. */
export function longestList(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0
  return Math.max(Array.isArray(node) ? node.length : 0, ...Object.values(node).map(longestList))
}
