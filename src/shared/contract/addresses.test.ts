import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from './contract.ts'

// Searches that may be in a URL: a search for links contains no names of people.
const withoutNames = new Set(['resources.list'])

test('no endpoint takes a search text in its URL, except the search for links', () => {
  const searches = Object.entries(contract).flatMap(([noun, endpoints]) =>
    Object.entries(endpoints).flatMap(([verb, endpoint]) => {
      if (!isContractProcedure(endpoint)) return []
      const { route, inputSchema } = endpoint['~orpc']
      const isSearch = inputSchema instanceof z.ZodObject && 'search' in inputSchema.shape
      return isSearch ? [{ name: `${noun}.${verb}`, method: route.method }] : []
    }),
  )
  expect(searches.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['clients.list', 'clients.pick', 'notes.list', 'viewing.people', 'admin.listUsers']),
  )
  expect(searches.filter(({ name, method }) => method === 'GET' && !withoutNames.has(name))).toEqual([])
})
