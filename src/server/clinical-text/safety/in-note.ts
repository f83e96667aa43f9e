import type { SafetyPassage, Section, Statement } from '#shared/contract/notes.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { wordsOf } from '../language/words.ts'
import { findQuote } from '../evidence/quotes.ts'
import { plainText, type Term, termsIn } from './safety-terms.ts'
import { chartsPreparation, statesPreparation } from './preparation.ts'
import { isHypothetical, isLongAgo, negationOf } from './stance.ts'
import { relation, youngRelation } from './terms/parts.ts'

/**
 * True if a note mentions a passage. The note quotes it; or a statement cites its words; or a statement names its topic
 * and cites the answer to it; or a sentence without evidence, written by the clinician, names its topic. A denial does
 * not count for a stated or unclear passage. A sentence about the past, another person or a condition does not count
 * for a stated passage, which is about the client now. If a stated passage names a plan or means of suicide, this
 * sentence must name one, too.
 */
export function isInNote(passage: Omit<SafetyPassage, 'inNote'>, sections: readonly Section[]): boolean {
  return sections.some(({ content, statements }) => {
    if (wordsOf(passage.quote).length > 2 && findQuote(passage.quote, content) !== null) return true
    if (statements.some(({ evidence }) => evidence.some((one) => isSame(one, passage)))) return true
    if (statements.some((one) => citesAnswer(one, passage) && speaksOf(passage, one.text))) return true
    const cited = new Set(statements.filter(({ evidence }) => evidence.length > 0).map(({ text }) => text))
    const written =
      statements.length > 0 ? statements.map(({ text }) => text).filter((text) => !cited.has(text)) : [content]
    return (
      written.some((text) => sentencesOf(text).some((sentence) => speaksOf(passage, sentence))) &&
      (!needsPreparation(passage) || written.some(chartsPreparation))
    )
  })
}

const needsPreparation = ({ topic, finding, quote }: Pick<SafetyPassage, 'topic' | 'finding' | 'quote'>) =>
  topic === 'suicide' && finding === 'stated' && statesPreparation(quote)

const isSame = (
  one: { utteranceId: string; quote: string },
  { utteranceId, quote }: { utteranceId: string; quote: string },
) => one.utteranceId === utteranceId && (findQuote(one.quote, quote) !== null || findQuote(quote, one.quote) !== null)

/** True if the passage is a question, and a statement cites the turn after it. */
const citesAnswer = (
  { evidence }: Statement,
  { utteranceId, exchange: [question, answer] }: Pick<SafetyPassage, 'utteranceId' | 'exchange'>,
) => question === utteranceId && evidence.some((one) => one.utteranceId === answer)

const sentencesOf = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end))

/** Quotations do not count as the note's own words. They are compared with the passage separately. */
const withoutQuotations = (sentence: string) => sentence.replaceAll(/“[^”]*”|"[^"]*"/g, '')

const chartedPattern =
  /\b(?:history|hx|past|previous|previously|prior|former|formerly|lifetime|childhood|at (?:age )?(?:\d+|\w+teen))\b/i
const currentPattern =
  /\b(?:current|currently|active|ongoing|still|now|today|yesterday|since|recent|recently|this (?:week|month))\b/i
const relativePattern = new RegExp(`${relation}|${youngRelation}`)
/** Topics whose sentences may name other people although they are about the client. */
const betweenPeople = new Set<SafetyPassage['topic']>(['harm to others', 'abuse', 'child safety', 'psychosis'])

/** True if a sentence of a note is about the past, another person, or what may happen. */
const isElsewhere = (sentence: string, term: Term) =>
  isLongAgo(sentence) ||
  (chartedPattern.test(sentence) && !currentPattern.test(sentence)) ||
  isHypothetical(sentence, term) ||
  (!betweenPeople.has(term.topic) && relativePattern.test(plainText(sentence).slice(0, term.start)))

const deniedAfter =
  /^(?:\s*(?:ideation|thoughts?|intent|plans?|urges?|behaviou?r|risk))?\s*[:–-]?\s*(?:(?:was|is|were|are|has been|have been|currently|at present)\s+){0,2}(?:denied|none|absent|negative|nil|no\b|not (?:reported|present|endorsed|identified|elicited|noted|evident))|\bnone (?:reported|identified|noted|elicited)\b/

/** True for `denies suicidal ideation`, and for the form in charts: `suicidal ideation: denied`. */
const isDenied = (sentence: string, term: Term) =>
  negationOf(sentence, term) !== null || deniedAfter.test(plainText(sentence).slice(term.end))

/** The clinician's rating does not say what the client stated. */
const withoutLowRisk = (sentence: string) =>
  sentence.replaceAll(
    /\b(?:\w+ )?risk\b[^.;,]{0,30}?\b(?:low|minimal|mild|negligible)\b|\b(?:low|minimal|mild|negligible) (?:\w+ ){0,2}risk\b(?: (?:of|for) [\w-]+)?/gi,
    ' ',
  )

function speaksOf({ topic, finding }: Pick<SafetyPassage, 'topic' | 'finding'>, sentence: string): boolean {
  const quoteless = withoutQuotations(sentence)
  const words = finding === 'stated' ? withoutLowRisk(quoteless) : quoteless
  const terms = termsIn(words).filter((term) => term.topic === topic)
  if (finding === 'stated') return terms.some((term) => !isDenied(words, term) && !isElsewhere(words, term))
  return terms.some((term) => finding !== 'unclear' || !isDenied(words, term))
}
