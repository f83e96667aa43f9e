import type { PreviousSession, Section, Statement } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { namesTopic } from '#server/clinical-text/safety/safety-terms.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { termsOf, wordsOf } from '#server/clinical-text/language/words.ts'

/** Maximum lines of each list (spec core §2). */
const mostLines = 4

/** Maximum characters of a line. */
const longestLine = 140

/** Sections about the plan, and sections with the client's report. Other sections are used if these are short. */
const planning = /\bplan$/i
const reporting =
  /^(?:subjective|data|behavior|goal|situation|problem|presenting problem|parts work|target memory|notes)$/i

/** Questions, and lines that must be cut, are less informative than other lines. */
const asking = /^(?:the )?(?:therapist|clinician) asked\b|^asked “/i
const lessInformative = 0.6

/** A line with fewer words is a greeting or a remark, such as 'As before.' */
const fewestWords = 3

/** Two sentences with at least this share of common terms count as the same. */
const sameShare = 0.7

interface Line {
  text: string
  terms: ReadonlySet<string>
}

/** Summarizes a note for the next session: the most informative sentences of its reporting sections and of its plan. */
export function summarizeNote(sections: readonly Section[]): Pick<PreviousSession, 'summary' | 'focusAreas'> {
  const linesOf = (wanted: (title: string) => boolean) =>
    sections.filter(({ title }) => wanted(title)).flatMap((section) => sentencesOf(section).map(toLine))
  const plans = linesOf((title) => planning.test(title))
  const reports = linesOf((title) => reporting.test(title))
  const others = linesOf((title) => !planning.test(title) && !reporting.test(title))
  const weight = weigh([...reports, ...others, ...plans])
  const summary = pick([reports, others], weight)
  return { summary: summary.map(shown), focusAreas: pick([plans], weight).map(shown) }
}

/**
 * Statements with a finding of the evidence check are left out, because only the note shows the finding. Statements
 * about risk (`confirm`) are included.
 */
const isSound = ({ check }: Statement) => check === 'supported' || check === 'confirm' || check === 'clinician'

function sentencesOf({ content, statements }: Section): string[] {
  const texts = statements.length > 0 ? statements.filter(isSound).map(({ text }) => text) : [content]
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim().replace(/^(?:[-*•–]|\d+[.)])\s+/, ''))
    .filter((line) => line !== notDiscussed)
    .flatMap((line) => splitSentences(line))
    .filter((text) => text !== notDiscussed && wordsOf(text).length >= fewestWords)
}

const toLine = (text: string): Line => ({ text, terms: new Set(termsOf(text)) })

/** Rates a line: first by danger to anyone, then by how many of the note's main terms it contains. */
function weigh(lines: readonly Line[]): (line: Line) => number {
  const frequency = new Map<string, number>()
  for (const { terms } of lines) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return ({ text, terms }) => {
    const shared = Array.from(terms, (term) => frequency.get(term) ?? 0).reduce((sum, count) => sum + count, 0)
    const readable = text.length <= longestLine && !asking.test(text) ? 1 : lessInformative
    return (readable * shared) / Math.sqrt(terms.size || 1) + (namesDanger(text) ? lines.length : 0)
  }
}

function namesDanger(text: string): boolean {
  const plain = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return (['suicide', 'self-harm', 'harm to others', 'abuse', 'child safety'] as const).some((topic) =>
    namesTopic(topic, plain),
  )
}

/**
 * Picks the best lines without repetitions, in the order of the note. A later group is used only if earlier groups have
 * too few lines.
 */
function pick(groups: readonly Line[][], weight: (line: Line) => number): Line[] {
  const taken: Line[] = []
  for (const group of groups) {
    for (const line of group.toSorted((one, other) => weight(other) - weight(one))) {
      if (taken.length < mostLines && !taken.some((one) => isSame(one, line))) taken.push(line)
    }
  }
  return groups.flat().filter((line) => taken.includes(line))
}

function isSame(one: Line, other: Line): boolean {
  if (one.text === other.text) return true
  const shared = Array.from(one.terms).filter((term) => other.terms.has(term)).length
  const fewer = Math.min(one.terms.size, other.terms.size)
  return fewer > 0 && shared / fewer > sameShare
}

/** Cuts a long line after a word, and closes a quotation that was cut. */
function shown({ text }: Line): string {
  if (text.length <= longestLine) return text
  const cut = text.slice(0, longestLine - 2).replace(/[\s\p{P}]*\s\S*$/u, '')
  const isOpen = cut.lastIndexOf('“') > cut.lastIndexOf('”')
  return `${cut}…${isOpen ? '”' : ''}`
}
