import { expect, test } from 'vitest'
import { filterOptions } from './filter-options.ts'

const options = ['José Álvarez', 'Zoë O’Neil', 'Robin Hale'].map((label) => ({ value: label, label }))
const optionsFor = (search: string) => filterOptions({ options, search, limit: Infinity })

test('the options of a select are found without accents and apostrophes', () => {
  expect(optionsFor('jose alv')).toEqual(options.slice(0, 1))
  expect(optionsFor(" ZOE O'NEIL ")).toEqual(options.slice(1, 2))
  expect(optionsFor('')).toEqual(options)
  expect(optionsFor('x')).toEqual([])
})

test('groups without a matching option are left out', () => {
  const groups = [
    { group: 'A', items: options.slice(0, 1) },
    { group: 'B', items: options.slice(1) },
  ]
  expect(filterOptions({ options: groups, search: 'hale', limit: Infinity })).toEqual([
    { group: 'B', items: options.slice(2) },
  ])
})
