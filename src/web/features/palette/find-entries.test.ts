import { describe, expect, test } from 'vitest'
import { findEntries, intentOf } from './find-entries.ts'

const entries = [
  { label: 'Start Session', alike: 'record' },
  { label: 'Session Notes' },
  { label: 'Plans & Billing', alike: 'invoices' },
]
const labelsFor = (text: string) => findEntries(entries, text).map(({ label }) => label)

describe('palette search', () => {
  test('the palette search shows all entries if nothing was typed', () => {
    expect(labelsFor('  ')).toEqual(['Start Session', 'Session Notes', 'Plans & Billing'])
  })

  test('the palette search finds entries by the beginnings of words, in any order and case', () => {
    expect(labelsFor('SESS')).toEqual(['Start Session', 'Session Notes'])
    expect(labelsFor('notes sess')).toEqual(['Session Notes'])
    expect(labelsFor('rec')).toEqual(['Start Session'])
    expect(labelsFor('invo')).toEqual(['Plans & Billing'])
    expect(labelsFor('ession')).toEqual([])
  })
})

describe('palette intent', () => {
  test.each([
    ['maya', null, 'maya'],
    [' Maya  Stone ', null, 'Maya  Stone'],
    ['start maya', 'start', 'maya'],
    ['Record Maya Stone', 'start', 'Maya Stone'],
    ['upload maya', 'upload', 'maya'],
    ['start session with maya', 'start', 'maya'],
    ['upload session', 'upload', ''],
    ['start', null, 'start'],
    ['star jones', null, 'star jones'],
  ])('the palette reads %j as an action and a name', (text, verb, name) =>
    expect(intentOf(text)).toEqual({ verb, name }),
  )
})
