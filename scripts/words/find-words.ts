import { speech } from './allowed.ts'
import { sourceParts, type SourcePart } from './source-parts.ts'
import { words, type Word } from './words.ts'

export interface Finding {
  path: string
  line: number
  /** The line of the file, shortened. */
  text: string
  word: Word
}

const matchers = words.map((word) => ({
  word,
  pattern: new RegExp(`(?<![a-z])(?:${word.pattern})(?![a-z])`, 'gi'),
}))
const anyWord = new RegExp(words.map(({ pattern }) => `(?:${pattern})`).join('|'), 'i')

/** Every word of the list in one file, in its comments, texts and names. */
export function findWords(path: string, source: string): Finding[] {
  const lines = source.split('\n')
  return parts(path, source).flatMap((part) => {
    if (!anyWord.test(spaced(part.text))) return []
    const text = part.kind === 'code' ? spaced(part.text) : part.text
    return search(text).map(({ word, at }) => {
      const line = lineAt(source, part.start) + lineAt(text, at) - 1
      return { path, line, text: (lines[line - 1] ?? '').trim().slice(0, 140), word }
    })
  })
}

function search(text: string): { word: Word; at: number }[] {
  const opening = /^(?:\/\*\*?|\/\/|--)[\s*]*/.exec(text)?.[0].length
  return matchers
    .flatMap(({ word, pattern }) => [...text.matchAll(pattern)].map(({ index }) => ({ word, at: index })))
    .filter(({ word, at }) => !word.opening || at === opening)
}

function parts(path: string, source: string): SourcePart[] {
  if (/[.][cm]?tsx?$|[.][cm]?js$/.test(path)) {
    const isSpeech = speech.some((files) => files.path.test(path))
    return sourceParts(path, source).filter(({ kind }) => kind !== 'string' || !isSpeech)
  }
  if (path.endsWith('.md')) return [{ kind: 'string', text: source.replace(/`[^`\n]*`/g, blank), start: 0 }]
  return [{ kind: 'code', text: source, start: 0 }]
}

/** Splits camelCase and snake_case names into words. Line numbers stay the same. */
function spaced(text: string): string {
  return text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

function blank(text: string): string {
  return ' '.repeat(text.length)
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
