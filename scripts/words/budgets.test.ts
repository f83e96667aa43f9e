import { expect, test } from 'vitest'
import { countByFolder, exceeded, folderOf, recordable } from './budgets.ts'

test.each([
  ['src/server/features/billing/stripe/a.ts', 'src/server/features/billing'],
  ['src/server/http/a.ts', 'src/server/http'],
  ['src/server/main.ts', 'src/server'],
  ['src/web/pages/a.tsx', 'src/web'],
  ['test/e2e/recording/a.spec.ts', 'test/e2e'],
  ['docs/notes.md', 'docs'],
  ['README.md', '.'],
])('folderOf counts the file %s under the folder %s', (path, folder) => expect(folderOf(path)).toBe(folder))

test('countByFolder counts folders without findings as 0', () => {
  expect(countByFolder(['docs/a.md', 'docs/b.md', 'src/web/a.ts'], [{ path: 'docs/a.md' }])).toEqual({
    docs: 1,
    'src/web': 0,
  })
})

test('a folder may not have more of the listed words than its budget', () => {
  expect(exceeded({ docs: 1, 'src/web': 0 }, { docs: 0, 'src/web': 5 })).toEqual([
    { folder: 'docs', count: 1, budget: 0 },
  ])
  expect(exceeded({ docs: 2 }, { docs: 3 })).toEqual([])
})

test('a folder without a budget may have listed words only if the sum of all folders does not grow', () => {
  expect(exceeded({ 'src/a': 1, 'src/b': 2 }, { 'src/a': 3 })).toEqual([])
  expect(exceeded({ 'src/a': 2, 'src/b': 2 }, { 'src/a': 3 })).toEqual([{ folder: 'src/b', count: 2, budget: 0 }])
})

test('budgets can be recorded only if their sum does not grow', () => {
  expect(recordable({ 'src/a': 2, 'src/b': 1 }, { 'src/a': 3 })).toBe(true)
  expect(recordable({ 'src/a': 3, 'src/b': 1 }, { 'src/a': 3 })).toBe(false)
})
