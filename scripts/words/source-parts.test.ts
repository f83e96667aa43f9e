import { expect, test } from 'vitest'
import { sourceParts } from './source-parts.ts'

function texts(source: string, kind: string): string[] {
  return sourceParts('a.tsx', source)
    .filter((part) => part.kind === kind)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
}

test('sourceParts separates comments, strings and code', () => {
  const source = "/** One. */\nconst a = 'two // not a comment' // three\nconst b = `four ${c({ d: '}' })} five`"
  expect(texts(source, 'comment')).toEqual(['/** One. */', '// three'])
  expect(texts(source, 'string')).toEqual(["'two // not a comment'", 'four', "'}'", 'five'])
  expect(texts(source, 'code').join(' ')).not.toMatch(/one|two|three|four|five/i)
})

test('sourceParts reads the first argument of a test as its title', () => {
  const source = "test('one', () => { say('two') })\ntest.each([1])('three', f)\ndescribe(\n  `four ${x}`, g)"
  expect(texts(source, 'title')).toEqual(["'one'", "'three'", 'four'])
  expect(texts(source, 'string')).toEqual(["'two'"])
})

test('sourceParts leaves out regular expressions and import paths', () => {
  const source = "import { a } from './told.ts'\nconst b = /told 'x|\\/[/]/gi\nconst c = d / e / f\nconst g = () => /'/"
  expect(JSON.stringify(sourceParts('a.ts', source))).not.toContain('told')
  expect(texts(source, 'string')).toEqual([])
  expect(texts(source, 'code').join(' ')).toContain('d / e / f')
})

test('an apostrophe in text between tags does not start a string', () => {
  const source = '<Text>\n  the client’s and the owner\'s\n  {name} // no\n</Text>\nconst a = "b"'
  expect(texts(source, 'string')).toEqual(['"b"'])
})

test('sourceParts returns the offset of every part', () => {
  const source = "const a = 'bé’😀' // c’😀\nd(`e ${f} g`)"
  for (const { text, start } of sourceParts('a.ts', source)) expect(source.slice(start, start + text.length)).toBe(text)
})

test('sourceParts rejects a file that cannot be parsed', () => {
  expect(() => sourceParts('broken.ts', "const a = 'b")).toThrow('broken.ts: ')
})
