import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { sentenceSpans, type Span, splitSentences } from '#shared/rules/sentences.ts'
import { type Clause, clausesOf, type Word } from '../language/clauses.ts'
import { type Cast, type Subject, subjectOf } from '../language/persons.ts'
import { answerOf, isQuestionTurn, isUnmarkedQuestion, replyToRemark } from './question-and-answer.ts'
import type { LocatedQuote } from './quotes.ts'

/** Role of a person in the session. `third` is someone spoken about; `unknown` cannot be determined. */
export type Person = 'client' | 'therapist' | 'other' | 'third' | 'thing' | 'unknown'

/** A clause of the cited passages, or of the question that a cited passage answers. */
export interface SourceClause extends Clause {
  utterance: Utterance
  subject: Subject | null
  person: Person
  /** True for a question whose answer is neither yes nor no, and for a previous turn that only names the topic. */
  isContext: boolean
  /** For a clause of a question in the context: the utterance that answers the question. */
  answerId: string | null
  /** For a clause of a question: true if the question was answered with yes. */
  isAffirmed: boolean
  /** For a clause of a question or remark: `open` if its answer says both yes and no or is about something else, `rejected` if it says no to a remark. */
  reply: 'open' | 'rejected' | null
  /** False for the question before a cited passage. */
  isCited: boolean
}

const roleOf = (utterance: Utterance): Person => (utterance.speaker === 'unknown' ? 'unknown' : utterance.speaker)

function personOf(subject: Subject | null, utterance: Utterance): Person {
  const speaker = roleOf(utterance)
  if (subject === null) return 'unknown'
  if (subject.who === 'self') return speaker
  if (subject.who === 'you') return speaker === 'therapist' ? 'client' : 'unknown'
  if (subject.who === 'thing') return 'thing'
  return speaker === 'client' ? 'third' : 'unknown'
}

/** `Half an hour?`, as an answer, is not a question; `Is it normal?` is one. */
const asksPattern =
  /^(?:\W*(?:and|so|but|well|um|uh|oh|like)\b,?\s*)*(?:who|what|when|where|why|how|which|do|does|did|is|are|was|were|am|can|could|would|will|should|have|has|had|may|might|shall|any)\b/i

const elliptic: Subject = { who: 'self', name: 'i', of: '' }

/** `Went. Stayed an hour.`, `Haven't bought one.`: the speaker omits `I`. */
function opensWithVerb({ words, isQuestion }: Clause): boolean {
  const first = words.find(({ pos }) => !/^(?:PUNCT|INTJ|ADV|CCONJ)$/.test(pos))
  const isNegative = first?.pos === 'AUX' && words[words.indexOf(first) + 1]?.text === 'not'
  const isFinite = first?.pos === 'VERB' && first.text !== first.lemma && !first.text.endsWith('ing')
  return !isQuestion && (isFinite || isNegative)
}

/** Clauses with their subjects. A clause without one takes the subject of the previous clause in its sentence. */
function withSubjects(clauses: readonly Clause[], utterance: Utterance, cast: Cast): SourceClause[] {
  const source: SourceClause[] = []
  for (const clause of clauses) {
    const before = source.at(-1)
    const ownSubject = subjectOf(clause, cast)
    const isRelative = /^(?:who|that|which|and|but|or|then)$/.test(clause.words[0]?.text ?? '')
    const inherited =
      isRelative && ownSubject === null && before?.sentence === clause.sentence ? before.subject : ownSubject
    const subject = inherited ?? (opensWithVerb(clause) ? elliptic : null)
    source.push({
      ...clause,
      isQuestion: clause.isQuestion && (utterance.speaker === 'therapist' || asksPattern.test(clause.sentence)),
      utterance,
      subject,
      person: personOf(subject, utterance),
      isContext: false,
      answerId: null,
      isAffirmed: false,
      reply: null,
      isCited: true,
    })
  }
  return source
}

/** The clauses of a whole turn, with their subjects. */
export const clausesOfTurn = (utterance: Utterance, isName: Cast['isName']): SourceClause[] =>
  withSubjects(clausesOf(utterance.text), utterance, { isSelf: () => false, isName })

function sentencesAt({ text }: Utterance, { start, end }: Span): string {
  const spans = sentenceSpans(text).filter((one) => one.start < end && one.end > start)
  return text.slice(spans[0]?.start ?? start, spans.at(-1)?.end ?? end)
}

/** The clause if the quote has half of its words, or its beginning if the quote has four words; else none. */
function within(clause: SourceClause, quote: ReadonlySet<string>): SourceClause[] {
  const words = clause.words.filter(({ pos }) => pos !== 'PUNCT')
  const shared = words.filter(({ text }) => quote.has(text))
  if (shared.length * 2 >= words.length) return [clause]
  if (shared.length < 4) return []
  const last = clause.words.findLastIndex(({ text }) => quote.has(text))
  return [{ ...clause, words: clause.words.slice(0, last + 1) }]
}

const negated = (clause: SourceClause): SourceClause => ({
  ...clause,
  words: clause.words.map((word) => ({ ...word, isNegated: true })),
})

/**
 * The clauses of a question, interpreted by the answer: said, denied or only asked.
 * @param parsed the clauses of `text`
 */
function answerClauses(
  question: Utterance,
  answer: Utterance,
  text: string,
  parsed: readonly Clause[],
  cast: Cast,
): SourceClause[] {
  const clauses = withSubjects(parsed, question, cast)
  const how = answerOf(answer.text, text)
  const isTurned = clauses[0]?.words.some(({ isNegated }) => isNegated) ?? false
  const isRemark = !isQuestionTurn(text)
  if (how === 'own' || how === 'open' || (how === 'no' && (isRemark || isTurned))) {
    const reply = isRemark ? replyToRemark(answer.text, text) : how === 'open' ? how : null
    return clauses.map((clause) => ({
      ...clause,
      isContext: true,
      answerId: answer.id,
      reply: !isRemark || isAboutAddressee(clause) ? reply : null,
    }))
  }
  const asserted = clauses.map((clause) => ({
    ...clause,
    isQuestion: false,
    isConditional: false,
    isAffirmed: how === 'yes',
  }))
  return how === 'no' ? asserted.map(negated) : asserted
}

const toClient = /\b(?:sounds?|seems?|looks?|feels?) (?:like|as if|as though) you\b/

/** True for an affirmative clause about the person addressed. */
const isAboutAddressee = ({ words, subject }: SourceClause) =>
  !words.some(({ isNegated }) => isNegated) &&
  (subject?.who === 'you' || toClient.test(words.map(({ text }) => text).join(' ')))

/**
 * The clauses of a passage of the therapist, read by the client's answer to the remark at its end. An answer to a negative remark
 * (`You didn't go.` – `No.`) is ambiguous and changes nothing.
 */
function answeredRemark(
  clauses: readonly SourceClause[],
  remark: string,
  answer: Utterance | undefined,
): readonly SourceClause[] {
  const reply = answer?.speaker === 'client' ? replyToRemark(answer.text, remark) : null
  if (!answer || reply === null) return clauses
  return clauses.map((clause) => {
    if (clause.sentence !== remark || !isAboutAddressee(clause)) return clause
    return reply === 'rejected'
      ? { ...negated(clause), reply }
      : { ...clause, isContext: true, answerId: answer.id, reply }
  })
}

const questionsIn = (text: string) => splitSentences(text).filter(isQuestionTurn).join(' ')

const lastSentences = (text: string) => {
  const spans = sentenceSpans(text)
  const asked = spans.find(({ start, end }) => text.slice(start, end).includes('?'))
  const from = asked ?? spans.at(-1)
  return text.slice(from?.start ?? 0)
}

const ends = new WeakMap<Utterance, readonly Clause[]>()

/** The clauses of the last sentences of a turn. Parsed once, because many statements may cite the turn after a long one. */
function parsedEnd(utterance: Utterance): readonly Clause[] {
  const known = ends.get(utterance) ?? clausesOf(lastSentences(utterance.text))
  ends.set(utterance, known)
  return known
}

/** The clauses of the cited passages, and of the question that each answers. */
export function sourceClausesOf(
  located: readonly LocatedQuote[],
  transcript: Transcript,
  isName: Cast['isName'],
): SourceClause[] {
  const { utterances } = transcript
  const cast: Cast = { isSelf: () => false, isName }
  return located.flatMap((one) => {
    const { utterance, at } = one
    const before = utterances[at - 1]
    const after = utterances[at + 1]
    const passage = sentencesAt(utterance, one)
    const quoteWords = new Set(clausesOf(one.quote).flatMap(({ words }) => words.map(({ text }) => text)))
    const isAsked = after !== undefined && after.label !== utterance.label && isQuestionTurn(passage)
    const said = withSubjects(clausesOf(passage), utterance, cast)
    const asked = questionsIn(passage)
    const cited = isAsked
      ? [
          ...said.filter(({ isQuestion, sentence }) => !isQuestion && !isUnmarkedQuestion(sentence)),
          ...answerClauses(utterance, after, asked, clausesOf(asked), cast),
        ]
      : utterance.speaker === 'therapist'
        ? answeredRemark(said, splitSentences(utterance.text).at(-1) ?? '', after)
        : said
    const isAnswer =
      before !== undefined &&
      before.label !== utterance.label &&
      (utterance.speaker !== 'therapist' || isQuestionTurn(before.text)) &&
      opensWith(utterance, one)
    const question = isAnswer
      ? answerClauses(before, utterance, lastSentences(before.text), parsedEnd(before), cast).map((clause) => ({
          ...clause,
          isCited: false,
        }))
      : []
    return [...question, ...cited.flatMap((clause) => within(clause, quoteWords))]
  })
}

/** True if a quote begins in the first sentence of its utterance or at the beginning of the second. */
function opensWith({ text }: Utterance, { start }: Span): boolean {
  return start <= (sentenceSpans(text)[1]?.start ?? 0) + 2 || start === 0
}

/** True if the client reports an opinion of another person: `My sister thinks | I should have left`. */
export function isOthersOpinion({ frames, utterance, sentence }: SourceClause): boolean {
  if (frames.length === 0 || utterance.speaker !== 'client') return false
  const frame: Clause = { words: frames, frames: [], sentence, isConditional: false, isQuestion: false }
  return subjectOf(frame, { isSelf: () => false, isName: ({ pos }) => pos === 'PROPN' })?.who === 'third'
}

/** The clauses that were said, without questions and turns that only name the topic. */
export const saidIn = (source: readonly SourceClause[]): SourceClause[] => source.filter(({ isContext }) => !isContext)

export function wordsIn(clauses: readonly Clause[]): Word[] {
  return clauses.flatMap(({ words }) => words)
}
