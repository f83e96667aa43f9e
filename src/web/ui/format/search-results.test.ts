import { expect, test } from 'vitest'
import { searchResults } from './search-results.ts'

const noor = { firstName: 'Noor', lastName: 'Hollowell' }
const dmitri = { firstName: 'Dmitri', lastName: 'Honeyfield' }
const answer = (isPlaceholderData: boolean) => ({ data: { items: [noor, dmitri] }, isPlaceholderData })

test('shows all results of the current search', () => {
  const shown = searchResults(answer(false), { typed: '555', asked: '555' })
  expect(shown).toEqual({ found: [noor, dmitri], isStale: false })
})

test.each([
  ['before it is asked', false, 'ho'],
  ['while it is asked', true, 'honey'],
])('%s, shows only previous results that match the name', (_, isPlaceholderData, asked) => {
  const shown = searchResults(answer(isPlaceholderData), { typed: 'honey', asked })
  expect(shown).toEqual({ found: [dmitri], isStale: true })
})

test('finds no one before the first response', () => {
  expect(searchResults({ data: undefined, isPlaceholderData: false }, { typed: '', asked: '' }).found).toEqual([])
})
