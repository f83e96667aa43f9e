import { expect, test } from 'vitest'
import { searchResults } from './search-results.ts'

const noor = { firstName: 'Noor', lastName: 'Hollowell' }
const dmitri = { firstName: 'Dmitri', lastName: 'Honeyfield' }
const answer = (isPlaceholderData: boolean) => ({ data: { items: [noor, dmitri] }, isPlaceholderData })

test('all results of the current search are shown', () => {
  const shown = searchResults(answer(false), { typed: '555', asked: '555' })
  expect(shown).toEqual({ found: [noor, dmitri], isStale: false })
})

test.each([
  ['before the next request', false, 'ho'],
  ['during the next request', true, 'honey'],
])('%s, only previous results that match the name are shown', (_, isPlaceholderData, asked) => {
  const shown = searchResults(answer(isPlaceholderData), { typed: 'honey', asked })
  expect(shown).toEqual({ found: [dmitri], isStale: true })
})

test('no users are shown before the first response', () => {
  expect(searchResults({ data: undefined, isPlaceholderData: false }, { typed: '', asked: '' }).found).toEqual([])
})
