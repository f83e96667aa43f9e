import { describe, expect, test } from 'vitest'
import { adminTexts } from './admin.ts'
import { coreTexts } from './core.ts'
import { faultsOf } from './look-up.ts'
import type { SpecifiedText } from './specified-text.ts'

/** What says it, where it is known. */
const placeOf = (row: SpecifiedText) => ('source' in row ? row.source : '')

describe.each([
  ['core clinical workflow', coreTexts],
  ['billing, organization and admin', adminTexts],
])('texts of the specification: %s', (_, texts) => {
  test('are listed once for a place', () => {
    const places = texts.map((row) => `${row.section} ${placeOf(row)} ${row.text}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test.each(texts)('$section: $text', (row) => {
    expect(faultsOf(row)).toEqual([])
  })
})
