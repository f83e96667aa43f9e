import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMonth } from './month-search.ts'

const today = '2026-11-19'

describe('a month in a search', () => {
  test.each([
    ['October 2026', '2026-10', '', true],
    ['october, 2025', '2025-10', '', true],
    ['Oct 2026', '2026-10', '', true],
    ['Oct. 2026', '2026-10', '', true],
    ['Sept 2026', '2026-09', '', true],
    ['10/2026', '2026-10', '', true],
    ['1/2027', '2027-01', '', true],
    ['2026-10', '2026-10', '', true],
    ['October', '2026-10', '', false],
    ['Oct', '2026-10', '', false],
    ['november', '2026-11', '', false],
    // December has not begun, so the last one counts.
    ['DECEMBER', '2025-12', '', false],
    ['Maya October', '2026-10', 'Maya', false],
    ['Oct 2026 Stone', '2026-10', 'Stone', true],
    ['Maya 10/2026 sleep', '2026-10', 'Maya sleep', true],
    ['May Stone 10/2026', '2026-10', 'May Stone', true],
  ])('a month is found in the search %j', (search, month, rest, isCertain) => {
    expect(readMonth(search, today)).toMatchObject({ month, rest, isCertain })
  })

  test('a month in a search covers its first to its last day', () => {
    expect(readMonth('2/2028', today)).toMatchObject({ from: '2028-02-01', to: '2028-02-29' })
  })

  test.each([
    '',
    'octopus',
    'mayor',
    'Maya',
    'Marchetti',
    '13/2026',
    '0/2026',
    '10/05/2026',
    '2026-10-05',
    '2026',
    '10',
    '1/20267',
    '10/0000',
  ])('no month is found in the search %j', (search) => {
    expect(readMonth(search, today)).toBeNull()
  })

  test('readMonth parses any search without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (search) => {
        const found = readMonth(search, today)
        expect(found === null || found.from <= found.to).toBe(true)
      }),
    )
  })
})
