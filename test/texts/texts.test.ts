import { describe, expect, test } from 'vitest'
import { adminNotShown, adminTexts } from './admin.ts'
import { coreNotShown, coreTexts } from './core.ts'
import { findMissing, findSources } from './search.ts'

describe.each([
  ['core clinical workflow', coreTexts, coreNotShown],
  ['billing, organization and admin', adminTexts, adminNotShown],
])('texts of the specification %s', (_, texts, notShown) => {
  test('no section lists the same text for the same place twice', () => {
    for (const list of Object.values(texts))
      expect(new Set(list.map((specified) => JSON.stringify(specified))).size).toBe(list.length)
  })

  test.each(Object.entries(texts))('the product shows and a test expects each text of section %s', (__, list) => {
    const faults = list.map((specified) => ({ specified, missing: findMissing(specified) }))
    expect(faults.filter(({ missing }) => missing.length > 0)).toEqual([])
  })

  test.each(Object.keys(notShown))('no product file contains %j', (text) => {
    expect(findSources(text)).toEqual([])
  })
})
