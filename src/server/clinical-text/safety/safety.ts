import { SafetyPassage, type Section } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isEvasion, isFirmRefusal, isRefusal } from '../language/denials.ts'
import { findQuote } from '../evidence/evidence.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { idioms, safetyTerms, type SafetyTopic } from './safety-terms.ts'
import { wordsOf } from '../language/words.ts'

type Finding = SafetyPassage['finding']

interface Mention {
  topic: SafetyTopic
  at: number
  /** Place of the sentence in its utterance. */
  sentence: number
  quote: string
  finding: Finding
}

const topics = SafetyPassage.shape.topic.options

/** At most this many passages of a topic with one finding. Fewer of drinking: such a session would list every sentence. */
const mostOfOneKind = (topic: SafetyTopic) => (topic === 'substance use' ? 4 : 10)

/**
 * Passages that must not be overlooked, in the order they were said. `stated`: the client speaks of it, of themselves or of
 * somebody else, also as a supposition or of the past, or affirms the therapist's question; `denied`: the client says no to
 * it, and nothing that opens it again; `asked, not answered`: the therapist raised it and no clear answer is to be heard. What a therapist tells in general
 * (without `you`) is no passage.
 */
export function findSafety(transcript: Transcript, sections: readonly Section[]): SafetyPassage[] {
  const { utterances } = transcript
  const mentions = withoutRepeats(utterances.flatMap((utterance, at) => mentionsIn(utterance, at, utterances)))
  return mentions.map(({ topic, finding, quote, at }) => {
    const passage = { topic, finding, quote, utteranceId: utterances[at]?.id ?? '' }
    return { ...passage, inNote: isInNote(passage, sections) }
  })
}

/** The same passages held against other sections, for instance after an edit. */
export function markInNote(passages: readonly SafetyPassage[], sections: readonly Section[]): SafetyPassage[] {
  return passages.map((passage) => ({ ...passage, inNote: isInNote(passage, sections) }))
}

function plain(text: string): string {
  const lower = text.toLowerCase().replace(/[’‘ʼ]/g, "'")
  return idioms.reduce((rest, idiom) => rest.replace(idiom, (found) => ' '.repeat(found.length)), lower)
}

interface Term {
  topic: SafetyTopic
  at: number
}

function termsIn(sentence: string): Term[] {
  const text = plain(sentence)
  return topics.flatMap((topic) => {
    const places = safetyTerms[topic].map((pattern) => text.search(pattern)).filter((at) => at >= 0)
    return places.length === 0 ? [] : [{ topic, at: Math.min(...places) }]
  })
}

function mentionsIn(utterance: Utterance, at: number, utterances: readonly Utterance[]): Mention[] {
  return sentenceSpans(utterance.text).flatMap(({ start, end }, sentence) => {
    const quote = utterance.text.slice(start, end)
    return termsIn(quote).flatMap(({ topic, at: place }) => {
      const finding = findingOf(quote, topic, place, utterance, at, utterances, utterance.text.slice(end))
      return finding === null ? [] : [{ topic, at, sentence, quote, finding }]
    })
  })
}

/** Questions of transcripts without question marks. */
const asking =
  /\b(?:are you (?:having|feeling|hearing|seeing|using|drinking|thinking)|do you (?:have|ever|feel|hear|use|drink)|have you (?:had|been|ever|thought)|did you ever|any thoughts (?:of|about))\b/i

function findingOf(
  sentence: string,
  topic: SafetyTopic,
  place: number,
  utterance: Utterance,
  at: number,
  utterances: readonly Utterance[],
  rest: string,
): Finding | null {
  const isQuestion = sentence.trimEnd().endsWith('?') || asking.test(sentence)
  const isAsking = utterance.speaker === 'therapist' || (utterance.speaker === 'unknown' && isQuestion)
  if (!isAsking) {
    if (
      isQuestion &&
      /^(?:\W*(?:so|well|uh|um|and|wait|oh)[\s,]+)*(?:are you (?:asking|saying)|do you mean|you mean)\b/i.test(sentence)
    )
      return null
    return isNegatedBefore(plain(sentence), place) ? 'denied' : 'stated'
  }
  if (!isQuestion && (!/\byou(?:r|rself|'re|'ve|'d)?\b/i.test(sentence) || inGeneral.test(sentence))) return null
  if (isQuestion && open.test(sentence)) return openAnswer(answerAfter(at, utterances), topic)
  if (topic === 'abuse' && asksForSafety.test(sentence)) return safetyAnswer(sentence, answerAfter(at, utterances))
  if (asksElsewhere(rest, topic)) return topic === 'substance use' ? null : 'asked, not answered'
  return answerTo(
    utterance.text,
    isNegatedBefore(plain(sentence), place),
    answerAfter(at, utterances),
    isQuestion || rest.includes('?'),
  )
}

const related: readonly SafetyTopic[] = ['suicide', 'self-harm', 'harm to others']

/** Whether the turn ends with a question about something else, which the answer then belongs to. */
function asksElsewhere(rest: string, topic: SafetyTopic): boolean {
  const last = sentenceSpans(rest)
    .map(({ start, end }) => rest.slice(start, end))
    .findLast((sentence) => sentence.endsWith('?'))
  if (last === undefined || /^\W*(?:is that|right|okay|ok|anything like|or (?:others|anyone))\b/i.test(last))
    return false
  const group = related.includes(topic) ? related : [topic]
  return !termsIn(last).some((term) => group.includes(term.topic))
}

/** What is told of people in general concerns nobody in the room. */
const inGeneral = /\b(?:patients|clients|people|men|women|anyone who|whenever|i want you to know)\b/i
/** `how`, `what`, `when`: takes for granted what it names; `no` is no denial of it. */
const open =
  /^(?:\W*(?:and|so|but|okay|well|right|uh|um|then|i'm (?:also )?curious|(?:can|could|may) i ask(?: you)?)[\s,]+)*(?:what|how|when|where|why|which|who)\b/i

const before = /^.*(?:\bno|\bnot|\bnever|n't|\bwithout|\bden(?:y|ies|ied)|\bnor|\bneither)\b([^.;?!]*)$/s
const keepsMeaning =
  /^\s*(?:(?:\w+ ){0,2}(?:stop|help|know|sure|only|just|remember|deny|resist|trust|believe|understand|cope|handle|longer)\b|sleep(?:ing)?\b)/
const stillOpen =
  /\b(?:in|for|since)\s+(?:\w+\s+){0,3}(?:days?|weeks?|months?|years?|a while|then|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b|\bany\s?more\b|\bthis (?:week|month)\b|\byet\b/

/** A negation up to six words before the term; `can't stop …` and `haven't … in two weeks` say that it is so, or was. */
function isNegatedBefore(text: string, place: number): boolean {
  const found = before.exec(text.slice(0, place))
  if (!found) return false
  const between = found[1] ?? ''
  const isNear =
    !/^\s*,/.test(between) && wordsOf(between).length <= 6 && !/\b(?:but|because|so|though|although)\b/.test(between)
  return isNear && !keepsMeaning.test(between) && !stillOpen.test(text.slice(place))
}

const affirmation =
  /^(?:\W|(?:uh|um|er|well|oh|so|okay|mm|hmm|i mean|like)\b)*(?:yes|yeah|yep|yup|mm-?hmm|uh-?huh|right|exactly|correct|sometimes|often|always|occasionally|a (?:few|couple|little|lot)|i (?:have|do|did|was|am|think so|guess|have been)|i've|sort of|kind of|maybe|probably|once|twice|true|that's right|it is|it does|it did|every)\b/i

function answerAfter(at: number, utterances: readonly Utterance[]): string | null {
  const answer = utterances
    .slice(at + 1, at + 4)
    .find((next) => next.speaker !== 'therapist' && wordsOf(next.text).length > 0)
  return answer?.text ?? null
}

function answerTo(asked: string, isNegated: boolean, answer: string | null, isAsked: boolean): Finding | null {
  if (answer === null) return isAsked ? 'asked, not answered' : null
  if (isRefusal(answer))
    return (isAsked || isNegated) && isFirmRefusal(answer, asked) ? 'denied' : 'asked, not answered'
  if (!isEvasion(answer) && affirmation.test(answer)) return isAsked || !isNegated ? 'stated' : 'denied'
  return isAsked ? 'asked, not answered' : null
}

/** `Do you feel safe at home?`: here a no says that there is danger. */
const asksForSafety = /\b(?:feel(?:ing)?|are you|you're|is it|being) (?:\w+ ){0,2}safe\b/i
const isMostlySafe =
  /\b(?:mostly|sometimes|usually|maybe|perhaps|i (?:guess|suppose|think)|kind of|sort of|but|except|when|unless|depends?|most of the time|now|lately|not)\b|n['’]t\b/i

function safetyAnswer(question: string, answer: string | null): Finding {
  if (answer === null || isEvasion(answer)) return 'asked, not answered'
  const isNegated = /\b(?:not|never)\b|n['’]t\b/i.test(question)
  if (isRefusal(answer)) return isNegated ? 'asked, not answered' : 'stated'
  if (!affirmation.test(answer)) return 'asked, not answered'
  if (isNegated) return 'stated'
  return isMostlySafe.test(answer) ? 'asked, not answered' : 'denied'
}

/** What an open question about drinking takes for granted is in the client's own words anyway. */
function openAnswer(answer: string | null, topic: SafetyTopic): Finding | null {
  if (topic === 'substance use') return null
  return answer === null || isEvasion(answer) || isRefusal(answer) ? 'asked, not answered' : 'stated'
}

/** One passage for a topic in neighbouring sentences and for a question with its answer: the one that says most. */
function withoutRepeats(mentions: readonly Mention[]): Mention[] {
  const kept: Mention[] = []
  for (const mention of mentions) {
    const earlier = kept.findLastIndex((one) => one.topic === mention.topic)
    const previous = kept[earlier]
    const gap = previous ? mention.at - previous.at : Number.POSITIVE_INFINITY
    if (previous && gap <= 1 && previous.finding === mention.finding && !isHeavy(mention)) continue
    if (previous && gap > 0 && gap <= 2 && previous.finding === 'asked, not answered') kept.splice(earlier, 1)
    if (
      kept.filter((one) => one.topic === mention.topic && one.finding === mention.finding).length >=
      mostOfOneKind(mention.topic)
    )
      continue
    kept.push(mention)
  }
  return kept
}

const isHeavy = ({ topic }: Mention) => topic === 'suicide' || topic === 'harm to others'

/**
 * A note mentions a passage when one of its statements cites it, or when its text speaks of the topic; what the client stated
 * is not mentioned by a denial.
 */
function isInNote(
  passage: { topic: SafetyTopic; finding: Finding; quote: string; utteranceId: string },
  sections: readonly Section[],
): boolean {
  const isCited = sections
    .flatMap(({ statements }) => statements.flatMap(({ evidence }) => evidence))
    .some(
      ({ utteranceId, quote }) =>
        utteranceId === passage.utteranceId &&
        (findQuote(quote, passage.quote) !== null || findQuote(passage.quote, quote) !== null),
    )
  if (isCited) return true
  return sections
    .flatMap(({ content }) => sentenceSpans(content).map(({ start, end }) => content.slice(start, end)))
    .some((sentence) =>
      termsIn(sentence).some(
        ({ topic, at }) =>
          topic === passage.topic && (passage.finding !== 'stated' || !isNegatedBefore(plain(sentence), at)),
      ),
    )
}
