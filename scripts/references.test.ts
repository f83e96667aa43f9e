import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceParts } from './words/source-parts.ts'

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
const documents = tracked.filter((path) => path.endsWith('.md'))
// Migrations must not change, so their comments are not checked.
const sources = tracked.filter((path) => /[.](?:[cm]?[jt]sx?|sql|css)$/.test(path) && !/\/migrations\//.test(path))

/** Comments of the source files and the text of the documents, each with its path. */
const prose = [...sources, ...documents].filter(existsSync).flatMap((path) => {
  const text = readFileSync(path, 'utf8')
  if (!/[.][cm]?[jt]sx?$/.test(path)) return [{ path, text }]
  return sourceParts(path, text)
    .filter(({ kind }) => kind === 'comment')
    .map((part) => ({ path, text: part.text }))
})

const sections = headings('docs/spec-map.md', /^### (spec (?:core|admin) §\d+)$/gm)
const founding = headings('docs/decisions/founding.md', /^## (D\d+) /gm)

function headings(path: string, pattern: RegExp): (string | undefined)[] {
  return [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name]) => name)
}

/** References that match `pattern`, as `path: reference`, except those that resolve. */
function unresolved(pattern: RegExp, resolves: (...groups: string[]) => boolean): string[] {
  return prose.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].filter((match) => !resolves(...match)).map(([found]) => `${path}: ${found}`),
  )
}

test('every cited section of the specification has its rules in docs/spec-map.md', () => {
  expect(sections).toHaveLength(18)
  const cited = /[Ss]pec (core|admin) ((?:§\d+(?:, | and )?)+)/g
  const resolves = (_: string, name = '', numbers = '') =>
    numbers.match(/§\d+/g)?.every((number) => sections.includes(`spec ${name} ${number}`)) ?? false
  expect(unresolved(cited, resolves)).toEqual([])
})

test('every cited founding decision has a record', () => {
  expect(founding).toEqual(Array.from({ length: 42 }, (_, index) => `D${index + 1}`))
  expect(unresolved(/\bD\d+\b/g, (found) => founding.includes(found))).toEqual([])
})

test('every cited decision has a file', () => {
  const resolves = (_: string, number = '') =>
    tracked.some((path) => path.startsWith(`docs/decisions/${number}-`) && existsSync(path))
  expect(unresolved(/\bdecisions? (\d{4})\b/gi, resolves)).toEqual([])
})

test('the list of decisions has the first line of each record', () => {
  const rows = readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[(\d{4})\]\((.+)\) \| (.+) \|$/gm)
  const listed = [...rows].map(([, number, file, title]) => ({ file, line: `# ${number}: ${title}` }))
  const records = tracked.filter((path) => /^docs\/decisions\/\d{4}-/.test(path) && existsSync(path))
  const first = records.map((path) => ({
    file: path.split('/').at(-1),
    line: readFileSync(path, 'utf8').split('\n')[0],
  }))
  expect(listed).toEqual(first)
})

test('every cited rule of signing is in docs/spec-map.md', () => {
  const [, rules = ''] = /^## Rules of signing\n([^#]*)/m.exec(readFileSync('docs/spec-map.md', 'utf8')) ?? []
  const numbers = [...rules.matchAll(/^(\d)\. /gm)].map(([, number]) => number)
  expect(numbers).toHaveLength(9)
  const resolves = (_: string, first = '', last = first) => numbers.includes(first) && numbers.includes(last)
  expect(unresolved(/\bsigning rules? (\d+)(?: to (\d+))?/gi, resolves)).toEqual([])
})

test('no reference leads out of the repository', () => {
  const outside =
    /\bdecisions? \d{1,3}\b|\bspecifications?(?: \(\w+)?, sections?\b|(?<!(?:RFC|NIST)[^§]{0,40})\bsections? \d+/gi
  expect(unresolved(outside, () => false)).toEqual([])
})

test('every source file that is named exists', () => {
  const paths = tracked.filter(existsSync).map((path) => `/${path}`)
  const resolves = (_: string, name = '') => paths.some((path) => path.endsWith(`/${name}`))
  expect(unresolved(/`([a-z-]+(?:\/[a-z-]+)*\.(?:tsx?|sql))`/g, resolves)).toEqual([])
})

test('every link of a document leads to a file', () => {
  const links = documents
    .filter(existsSync)
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
        ([, target = '']) => ({ path, target }),
      ),
    )
  expect(links.filter(({ path, target }) => !existsSync(join(dirname(path), target)))).toEqual([])
})
