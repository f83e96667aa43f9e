import { globSync, readFileSync } from 'node:fs'
import { errors } from '#shared/contract/errors.ts'
import type { Met, SpecifiedText, Unmet } from './specified-text.ts'

// Whether a text is said and met is looked up in the files themselves, so that the lists cannot say what is no longer so.
const files = new Map(
  globSync('{src,test}/**/*.{ts,tsx,sql}', { exclude: ['test/texts/**'] }).map((path) => [path, readText(path)]),
)
const sources = [...files.keys()].filter((path) => !/\.test\.tsx?$|^test\//.test(path))
const throwing = sources.filter((path) => !path.startsWith('src/shared/'))

/** Without the comments of the house, quotes as they are read, and lines as one. */
function readText(path: string): string {
  const code = readFileSync(path, 'utf8').replaceAll(/^\s*(\/\*\*[^]*?\*\/|\/\/.*)$/gm, '')
  return code.replaceAll(`\\'`, `'`).replaceAll(/\s+/g, ' ')
}

/** Whether a file has these words, and not only as the beginning of others. */
function says(path: string, words: string): boolean {
  const plain = words.trim().replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(`(?<!\\w)${plain}(?!\\w|\\. [A-Z])`).test(files.get(path) ?? '')
}

/** What a row says that is not so. */
export function faultsOf(row: SpecifiedText): string[] {
  return 'nobody' in row ? faultsOfUnmet(row) : faultsOfMet(row)
}

const catalogue = 'src/shared/contract/errors.ts'

/** The codes of a sentence of the catalogue: they stand for it where it is thrown and in tests. */
function codesOf(words: string): string[] {
  return Object.entries(errors).flatMap(([code, [, sentence]]) => (sentence === words ? [`'${code}'`] : []))
}

function isMet(path: string, words: string, seen: string): boolean {
  return [seen, ...codesOf(words)].some((sign) => says(path, sign))
}

function faultsOfMet({ text, source, test, written = text, seen = text }: SpecifiedText & Met): string[] {
  const isThrown = source !== catalogue || codesOf(written).some((code) => throwing.some((path) => says(path, code)))
  return [
    ...(says(source, written) ? [] : [`${source} does not say it`]),
    ...(isThrown ? [] : ['nothing fails with it']),
    ...(isMet(test, written, seen) ? [] : [`${test} does not meet it`]),
  ]
}

function faultsOfUnmet({ text }: SpecifiedText & Unmet): string[] {
  // Without the part that is filled in.
  const fixed = text.replace(/(: )?(\.\.\.|\{.*)$/, '')
  return sources.filter((path) => says(path, fixed)).map((path) => `${path} says it`)
}
