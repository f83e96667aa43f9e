import { expect, test } from 'vitest'
import { findWords } from './find-words.ts'

function wordsIn(path: string, source: string): [number, string][] {
  return findWords(path, source).map(({ line, word }) => [line, word.pattern])
}

test('findWords finds words in comments, strings, names and text between tags, with their lines', () => {
  const source = "// Whoever asks.\nconst a = 'done anew'\nfunction askNobody() {}\nconst b = <Text>nobody</Text>\n"
  expect(wordsIn('src/web/a.tsx', source)).toEqual([
    [1, 'who(?:so)?ever'],
    [2, 'anew'],
    [3, 'nobody'],
    [4, 'nobody'],
  ])
})

test('findWords does not find words inside other words', () => {
  expect(wordsIn('src/web/a.ts', '// renewed, retold, standstill, teller, island\nconst goOnline = 1')).toEqual([])
})

test('findWords finds a relative clause only where a comment begins with it', () => {
  expect(
    wordsIn('src/web/a.ts', '/** What is asked for. */\n// The text of what is asked.\n// What is a turn?'),
  ).toEqual([[1, expect.stringContaining('what')]])
})

test('findWords ignores utterances in tests, but reads the titles of the tests', () => {
  const source = "test('nobody may enter', () => expect(read('Client: I told nobody.')).toBe(1))"
  expect(wordsIn('src/server/features/notes/a.test.ts', source)).toEqual([[1, 'nobody']])
  expect(wordsIn('src/server/clinical-text/a.ts', "// nobody\nconst verbs = ['told', 'heard']")).toEqual([
    [1, 'nobody'],
  ])
})

test('findWords reads documents without their code, and SQL with its names', () => {
  expect(wordsIn('docs/a.md', 'The function `tellNobody` is called.\nIt stands for one. It stands.')).toEqual([
    [2, expect.stringContaining('stands')],
  ])
  expect(wordsIn('src/server/db/a.sql', '-- Fine.\nselect app.told_twice()')).toEqual([
    [2, expect.stringContaining('told')],
  ])
})

test('findWords accepts the plain senses of a phrase', () => {
  expect(wordsIn('a.md', 'There is no audio, and the grant is no longer valid. It stands for a name.')).toEqual([])
})
