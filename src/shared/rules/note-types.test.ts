import { expect, test } from 'vitest'
import { sectionTitles } from './note-types.ts'

test('a note type has its own sections, and an unknown note type has only the section “Notes”', () => {
  expect(sectionTitles('SIRP')).toEqual(['Situation', 'Intervention', 'Response', 'Plan'])
  for (const unknown of ['', 'soap', 'Progress', 'toString', '__proto__'])
    expect(sectionTitles(unknown)).toEqual(['Notes'])
})
