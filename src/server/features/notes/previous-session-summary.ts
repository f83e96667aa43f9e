import type { PreviousSession, Section, Statement } from '#shared/contract/notes.ts'
import { notDiscussed } from '#server/clinical-text/evidence/edits.ts'
import { namesTopic } from '#server/clinical-text/safety/safety-terms.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { termsOf, wordsOf } from '#server/clinical-text/language/words.ts'

/** Maximum number of lines in each list (spec core §2). */
const maxLines = 4

/** Maximum number of characters in a line. */
const maxLineLength = 140

/** Titles of sections with the plan, and with the client's report. If reports are short, other sections add lines. */
const planTitle = /\bplan$/i
const reportTitle =
  /^(?:subjective|data|behavior|goal|situation|problem|presenting problem|parts work|target memory|notes)$/i

/** Questions and lines that must be cut get a lower weight, because they inform less than other lines. */
const questionStart = /^(?:the )?(?:therapist|clinician) asked\b|^asked “/i
const lowerWeight = 0.6

/** Lines with fewer words are left out: they are greetings or remarks, such as 'As before.' */
const minWords = 3

/** Two sentences count as the same if they share more than this part of the terms of the shorter one. */
const sharedTermsOfSameSentence = 0.7

interface Line {
  text: string
  terms: ReadonlySet<string>
}

/**
 * Summarizes a note for the next session: the most informative sentences of its reporting sections and of its plan.
 * Sentences that name a danger are chosen first, from every section.
 */
export function summarizeNote(sections: readonly Section[]): Pick<PreviousSession, 'summary' | 'focusAreas'> {
  const linesOf = (wanted: (title: string) => boolean) =>
    sections.filter(({ title }) => wanted(title)).flatMap((section) => sentencesOf(section).map(toLine))
  const plans = linesOf((title) => planTitle.test(title))
  const reports = linesOf((title) => reportTitle.test(title))
  const others = linesOf((title) => !planTitle.test(title) && !reportTitle.test(title))
  const weight = weigh([...reports, ...others, ...plans])
  const summary = pick([reports, others], weight)
  return { summary: summary.map(shortened), focusAreas: pick([plans], weight).map(shortened) }
}

/**
 * False for statements with a finding of the evidence check, because a summary would not show the finding. True for
 * statements about risk (`confirm`).
 */
const isUsable = ({ check }: Statement) => check === 'supported' || check === 'confirm' || check === 'clinician'

function sentencesOf({ content, statements }: Section): string[] {
  const texts = statements.length > 0 ? statements.filter(isUsable).map(({ text }) => text) : [content]
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim().replace(/^(?:[-*•–]|\d+[.)])\s+/, ''))
    .filter((line) => line !== notDiscussed)
    .flatMap((line) => splitSentences(line))
    .filter((text) => text !== notDiscussed && wordsOf(text).length >= minWords)
}

const toLine = (text: string): Line => ({ text, terms: new Set(termsOf(text)) })

/** Returns the weight of lines: higher for terms that are frequent in the note. */
function weigh(lines: readonly Line[]): (line: Line) => number {
  const frequency = new Map<string, number>()
  for (const { terms } of lines) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return ({ text, terms }) => {
    const shared = Array.from(terms, (term) => frequency.get(term) ?? 0).reduce((sum, count) => sum + count, 0)
    const readability = text.length <= maxLineLength && !questionStart.test(text) ? 1 : lowerWeight
    return (readability * shared) / Math.sqrt(terms.size || 1)
  }
}

function namesDanger(text: string): boolean {
  const plain = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return (['suicide', 'self-harm', 'harm to others', 'abuse', 'child safety'] as const).some((topic) =>
    namesTopic(topic, plain),
  )
}

/**
 * Picks the lines that name a danger and then those with the highest weight, without repetitions, in the order of the
 * note. Lines of a later group that name no danger are picked only if the earlier groups have too few.
 */
function pick(groups: readonly Line[][], weight: (line: Line) => number): Line[] {
  const picked: Line[] = []
  const dangers = groups.flat().filter(({ text }) => namesDanger(text))
  for (const group of [dangers, ...groups]) {
    for (const line of group.toSorted((one, other) => weight(other) - weight(one))) {
      if (picked.length < maxLines && !picked.some((one) => isSame(one, line))) picked.push(line)
    }
  }
  return groups.flat().filter((line) => picked.includes(line))
}

function isSame(one: Line, other: Line): boolean {
  if (one.text === other.text) return true
  const shared = Array.from(one.terms).filter((term) => other.terms.has(term)).length
  const fewer = Math.min(one.terms.size, other.terms.size)
  return fewer > 0 && shared / fewer > sharedTermsOfSameSentence
}

/** Shortens a long line after a word, unless the part that names a danger would be lost. Closes a quotation that is cut. */
function shortened({ text }: Line): string {
  if (text.length <= maxLineLength) return text
  const cut = text.slice(0, maxLineLength - 2).replace(/[\s\p{P}]*\s\S*$/u, '')
  if (namesDanger(text) && !namesDanger(cut)) return text
  const isOpen = cut.lastIndexOf('“') > cut.lastIndexOf('”')
  return `${cut}…${isOpen ? '”' : ''}`
}
