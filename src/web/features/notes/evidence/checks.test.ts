import { expect, test } from 'vitest'
import { Check, type Statement } from '#shared/contract/notes.ts'
import { adviceFor, checkForScreenReader, checkLabel, labelOf } from './checks.ts'

test('an unknown check result of a newer version is shown as one that needs a look', () => {
  const check: Statement['check'] = JSON.parse('"irony"')
  const statement = { text: 'Sleep is fine.', evidence: [], check }
  expect(checkLabel(check)).toBe(checkLabel('other'))
  expect(checkForScreenReader(statement, labelOf(check, false))).toBe('Needs a look')
  expect(adviceFor(statement)).toBe('Compare this sentence with what was said in the session.')
  expect(adviceFor({ ...statement, reason: 'Said with irony.' })).toBe('Said with irony.')
})

test('every check result has a different title', () => {
  const titles = Check.options.map((check) => checkLabel(check).title)
  expect(new Set(titles).size).toBe(titles.length)
})
