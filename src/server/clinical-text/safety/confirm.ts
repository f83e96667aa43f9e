import type { Evidence, SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import type { Transcript } from '#shared/contract/transcripts.ts'
import { topicNames } from '#shared/rules/safety-status.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { findQuote } from '../evidence/quotes.ts'
import { isFirmNo, answersNo } from '../language/denials.ts'
import { readInEnglish } from '../language/english-only.ts'
import { isNegated } from '../language/negation.ts'
import type { SafetyTopic } from './finding.ts'
import { withModelPassages } from './model-passages.ts'
import { findSafety } from './safety.ts'
import { termsIn } from './safety-terms.ts'
import { type RiskMark, turnsByMark } from './turns-by-mark.ts'

/**
 * Software alone never supports a statement about risk (D34). A statement that passes the check gets `confirm`,
 * with the rest of the exchange and every other passage on the topic. Turns that a language model marked count as
 * passages; statements about them get `confirm` also if they were not checked because of their language. The transcript
 * is searched once.
 */
export function riskConfirmer(
  transcript: Transcript,
  marks: readonly RiskMark[] = [],
): (statement: Statement) => Statement {
  const english = readInEnglish(transcript)
  const passages = withModelPassages(findSafety(english, []), marks, transcript, [])
  const marked = turnsByMark(marks, transcript.utterances).map(({ mark: { topic }, turns }) => ({
    topic,
    ids: new Set(turns.map(({ id }) => id)),
  }))
  const searched = { passages, marked, transcript, english }
  return (statement) =>
    statement.check === 'supported' || (statement.check === 'unchecked' && marksOf(statement, marked).length > 0)
      ? toConfirm(statement, searched)
      : statement
}

/** Applies `riskConfirmer` to a note's sections, including the excerpts of a worksheet. */
export function confirmRisk(
  sections: readonly Section[],
  transcript: Transcript,
  marks: readonly RiskMark[] = [],
): Section[] {
  const confirm = riskConfirmer(transcript, marks)
  return sections.map((section) => ({
    ...section,
    statements: section.statements.map(confirm),
    ...(section.excerpts && { excerpts: section.excerpts.map(confirm) }),
  }))
}

/** A topic, and the turns that may have the words that a language model marked for it. */
interface Marked {
  topic: SafetyTopic
  ids: ReadonlySet<string>
}

interface Searched {
  passages: readonly SafetyPassage[]
  marked: readonly Marked[]
  transcript: Transcript
  /** The transcript without turns in other languages. */
  english: Transcript
}

const uncheckedReason = 'The sentence was not checked in this language.'

/** A statement as it was before it needed confirmation. */
export function withoutConfirmation(statement: Statement): Statement {
  if (statement.check !== 'confirm') return statement
  const { reason, besides: _, ...unconfirmed } = statement
  return { ...unconfirmed, check: reason?.includes(uncheckedReason) ? 'unchecked' : 'supported' }
}

function toConfirm(statement: Statement, { passages, marked: all, transcript, english }: Searched): Statement {
  const marked = marksOf(statement, all)
  // A marked turn may be in the exchange of another passage.
  const isMarked = ({ topic, exchange }: SafetyPassage) =>
    marked.some((mark) => mark.topic === topic && exchange.some((id) => mark.ids.has(id)))
  const cited = passages.filter((passage) => isCited(passage, statement) || isMarked(passage))
  const topics = new Set([...cited, ...marked].map(({ topic }) => topic).concat(topicsIn(statement.text)))
  const related = passages.filter(({ topic, finding }) => topics.has(topic) && finding !== 'use mentioned')
  const isRisk = marked.length > 0 || related.length > 0 || [...topics].some((topic) => topic !== 'substance use')
  if (!isRisk) return statement
  return {
    ...statement,
    check: 'confirm',
    reason: [
      'Risk always needs your confirmation.',
      ...reasonFor(statement, cited, related, english),
      ...markedReason(marked, cited),
      ...(statement.check === 'unchecked' ? [uncheckedReason] : []),
    ].join(' '),
    besides: besidesOf(statement, cited, related, transcript),
  }
}

/** The marks of turns that a statement cites. */
const marksOf = ({ evidence }: Statement, marked: readonly Marked[]) =>
  marked.filter(({ ids }) => evidence.some(({ utteranceId }) => ids.has(utteranceId)))

/** True if a statement cites the passage's own words. */
const isCited = ({ exchange, utteranceId, quote }: SafetyPassage, { evidence }: Statement) =>
  evidence.some(
    (one) =>
      (one.utteranceId === utteranceId &&
        (findQuote(one.quote, quote) !== null || findQuote(quote, one.quote) !== null)) ||
      (exchange[1] === one.utteranceId && exchange[0] === utteranceId),
  )

/** Abbreviations that notes use but no one says: `SI`, `HI`, `AVH`. */
const abbreviations: Readonly<Record<string, SafetyTopic>> = {
  SI: 'suicide',
  HI: 'harm to others',
  AVH: 'psychosis',
  NSSI: 'self-harm',
}

function topicsIn(text: string): SafetyTopic[] {
  const short = Array.from(text.matchAll(/\b(?:SI|HI|AVH|NSSI)\b/g), ([word]) => abbreviations[word] ?? [])
  return [
    ...short.flat(),
    ...splitSentences(text).flatMap((sentence) =>
      termsIn(sentence)
        .filter(({ clarity }) => clarity !== 'vague')
        .map(({ topic }) => topic),
    ),
  ]
}

/** The reason for a confirmation, if the passages give a particular one. */
function reasonFor(
  { text }: Statement,
  cited: readonly SafetyPassage[],
  related: readonly SafetyPassage[],
  { utterances }: Transcript,
): string[] {
  const taken = cited.flatMap(({ exchange }) => {
    const [asked, answer] = exchange.map((id) => utterances.find((one) => one.id === id))
    const no = /^\W*(no|nope|nah|never)\b/i.exec(answer?.text ?? '')?.[1]
    const isTakenBack = answer && answersNo(answer.text) && !isFirmNo(answer.text, asked?.text)
    return no && isTakenBack && asked?.speaker === 'therapist' ? [no] : []
  })
  if (taken[0]) return [`The first answer changes after “${taken[0]}.”`]
  const open = isNegated(text) && related.find(({ finding }) => finding !== 'denied')
  return open ? [`Not every passage about ${topicNames[open.topic].toLowerCase()} says no.`] : []
}

/** Says why a statement about risk that only a language model found must be confirmed. */
function markedReason([mark]: readonly Marked[], cited: readonly SafetyPassage[]): string[] {
  if (!mark || cited.some(({ foundByModel }) => !foundByModel)) return []
  return [`A language model read the cited words as possibly about ${topicNames[mark.topic].toLowerCase()}.`]
}

/** The rest of the exchanges that a statement cites, then the other passages on its topics; each turn once, in full. */
function besidesOf(
  { evidence }: Statement,
  cited: readonly SafetyPassage[],
  related: readonly SafetyPassage[],
  { utterances }: Transcript,
): Evidence[] {
  const ids = new Set([...cited.flatMap(({ exchange }) => exchange), ...related.map(({ utteranceId }) => utteranceId)])
  return Array.from(ids).flatMap((id) => {
    const said = utterances.find((one) => one.id === id)?.text ?? ''
    const isWhole = evidence.some(({ utteranceId, quote }) => utteranceId === id && findQuote(said, quote) !== null)
    return said === '' || isWhole ? [] : [{ utteranceId: id, quote: said }]
  })
}
