import type { EditedSection, Section, Statement } from '#shared/contract/notes.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { withoutListNumbers } from './list-numbers.ts'

/** Text of a section for which the session contains nothing. */
export const notDiscussed = 'Not discussed in this session.'

/** The text of a section as the therapist reads and edits it. */
export function contentOf(statements: readonly Statement[]): string {
  return statements.length === 0 ? notDiscussed : statements.map(({ text }) => text).join('\n')
}

/**
 * Sections after the therapist's edit. Unchanged sentences keep their evidence and check, in any section. So do
 * excerpts, and `insertable` passages that are quoted. Every other sentence is the clinician's and has no evidence. The
 * content stays as written.
 */
export function applyEdits(
  old: readonly Section[],
  edited: readonly EditedSection[],
  insertable: readonly Statement[] = [],
): Section[] {
  return edited.map(({ title, content, parts }) => {
    const sameSections = old.filter((section) => section.title === title)
    const others = old.filter((section) => section.title !== title)
    const drafted = [...sameSections, ...others].flatMap(({ statements, excerpts = [] }) => [
      ...statements,
      ...excerpts,
    ])
    const excerpts = sameSections.find((section) => section.excerpts)?.excerpts
    const statements = statementsOf(content, [...drafted, ...insertable])
    return { title, content, statements, ...(excerpts && { excerpts, ...(parts && { parts }) }) }
  })
}

const withSingleSpaces = (text: string) => text.replace(/\s+/g, ' ').trim()

function statementsOf(content: string, known: readonly Statement[]): Statement[] {
  const byLength = [...known]
    .filter(({ text }) => withSingleSpaces(text) !== '')
    .toSorted((one, other) => other.text.length - one.text.length)
  const lines = content.split(/\n+/).map((line) => withSingleSpaces(line).replace(/^[-*•–]\s+/, ''))
  const texts = new Set(known.map(({ text }) => withSingleSpaces(text)))
  return withoutListNumbers(lines)
    .map((line, at) => (texts.has(lines[at] ?? '') ? (lines[at] ?? '') : line))
    .filter((line) => line !== '' && line !== notDiscussed)
    .flatMap((line) => statementsOfLine(line, byLength))
}

function statementsOfLine(line: string, known: readonly Statement[]): Statement[] {
  for (const statement of known) {
    const at = placeOf(withSingleSpaces(statement.text), line)
    if (at < 0) continue
    const before = line.slice(0, at).trim()
    const after = line.slice(at + withSingleSpaces(statement.text).length).trim()
    return [
      ...(before === '' ? [] : statementsOfLine(before, known)),
      statement,
      ...(after === '' ? [] : statementsOfLine(after, known)),
    ]
  }
  return splitSentences(line).map((text) => ({ text, evidence: [], check: 'clinician' }))
}

const endsSentence = /[.?!…]["'”’)\]]*$/

/**
 * Position of a whole sentence in a line, or -1. It must begin after the end of another sentence and end as a sentence
 * does.
 */
function placeOf(text: string, line: string): number {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const before = line.slice(0, at).trimEnd()
    const after = line.slice(at + text.length)
    const isStart = before === '' || endsSentence.test(before)
    const isEnd = after === '' || (endsSentence.test(text) && after.startsWith(' '))
    if (isStart && isEnd) return at
  }
  return -1
}
