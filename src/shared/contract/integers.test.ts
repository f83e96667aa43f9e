import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from './contract.ts'

/** The largest integer of the database's columns. */
const maxStoredInteger = 2_147_483_647

/** Integers whose use cases reject values that are too large. */
const unlimited = [
  'recordings.startUpload properties.size',
  'billing.changePlan properties.dueNow',
  'notes.version properties.version',
  'notes.restore properties.version',
]

/** Paths of the integers in an input that may be larger than a column can store. */
function largeIntegers(input: z.ZodType): string[] {
  const maxima = new Map<string, number>()
  z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    // An integer with a limit is visited twice, first without the limit.
    override: ({ jsonSchema: { type, maximum = Infinity }, path }) => {
      if (type === 'integer') maxima.set(path.join('.'), maximum)
    },
  })
  return [...maxima].flatMap(([path, maximum]) => (maximum > maxStoredInteger ? [path] : []))
}

test('every integer that the API receives fits a column of the database', () => {
  const found = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).flatMap(([verb, endpoint]) => {
      const input = isContractProcedure(endpoint) ? endpoint['~orpc'].inputSchema : undefined
      if (!(input instanceof z.ZodType)) return []
      return largeIntegers(input).map((path) => `${noun}.${verb} ${path}`)
    }),
  )
  expect(found.toSorted()).toEqual(unlimited.toSorted())
})
