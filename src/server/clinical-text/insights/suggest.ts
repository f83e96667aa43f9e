import type { LiveUtterance, Suggestion, SuggestionSource } from '#shared/contract/insights.ts'
import type { SafetyPassage } from '#shared/contract/notes.ts'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isEvasion } from '../language/denials.ts'
import { findSafety } from '../safety/safety.ts'
import { topicsBySeverity } from '../safety/severity.ts'
import { splitSentences } from '#shared/rules/sentences.ts'
import { generalTerms, spokenTermsOf, termsOf, wordsOf } from '../language/words.ts'
import { asSentence } from '../excerpts/clean.ts'
import { type HistoryLine, maxSuggestions, type SuggestionRequest } from '#server/providers/analyst/port.ts'
import { plainOf, type Theme, themesIn } from './themes.ts'

/** Suggestions during a session, the most severe first. Based only on what was said or written. */
export function suggestionsFrom({
  utterances,
  clientFirstName,
  history,
}: Omit<SuggestionRequest, 'signal'>): Suggestion[] {
  const spoken = asTranscript(utterances)
  const said = new Set(spokenTermsOf(utterances.map(({ text }) => text).join(' . ')))
  const name = new Set(wordsOf(clientFirstName).map(({ text }) => text))
  return [
    ...openSafetyTopics(spoken).slice(0, 2),
    ...concernsNotMentioned(history, said, name).slice(0, 1),
    ...plansNotMentioned(history, said, name).slice(0, 1),
    ...openQuestions(spoken.utterances).slice(-1),
    ...returning(spoken.utterances, history).slice(0, 1),
  ].slice(0, maxSuggestions)
}

const fromSession = (utteranceId: string, quote: string): SuggestionSource => ({ utteranceId, quote, date: null })
const fromNote = ({ date, text }: HistoryLine): SuggestionSource => ({ utteranceId: null, quote: text, date })

/** Live text has no speakers. */
function asTranscript(utterances: readonly LiveUtterance[]): Transcript {
  const turns = utterances.map((one) => ({ ...one, speaker: 'unknown' as const, label: '' }))
  return { utterances: turns, language: 'en', engine: 'live', hasTimes: true }
}

const topicNames: Readonly<Record<SafetyPassage['topic'], string>> = {
  suicide: 'thoughts of suicide',
  'self-harm': 'self-harm',
  'harm to others': 'harm to others',
  abuse: 'safety from abuse',
  psychosis: 'these experiences',
  'child safety': 'the safety of children',
  'substance use': 'substance use',
}
const suggestedTopics = topicsBySeverity.filter((topic) => topic !== 'substance use')

/** Safety topics that were mentioned and not asked about since, or whose question seems unanswered. */
function openSafetyTopics(transcript: Transcript): Suggestion[] {
  const passages = findSafety(transcript, [])
  const place = new Map(transcript.utterances.map(({ id }, at) => [id, at]))
  return suggestedTopics.flatMap((topic) => {
    const topicPassages = passages.filter((passage) => passage.topic === topic)
    const last = topicPassages.findLast(({ finding, quote }) => finding === 'stated' && isAboutParticipant(quote))
    const open = topicPassages.findLast(({ finding, quote }) => finding === 'unclear' && quote.trimEnd().endsWith('?'))
    const isSettled =
      last &&
      topicPassages.some(
        ({ finding, quote, utteranceId }) =>
          finding !== 'stated' && quote.trimEnd().endsWith('?') && isAfter(place, utteranceId, last.utteranceId),
      )
    if (last && !isSettled)
      return [
        {
          text: `You may want to ask directly about ${topicNames[topic]}.`,
          sources: [fromSession(last.utteranceId, last.quote)],
        },
      ]
    if (last || !open || topicPassages.some(({ finding }) => finding === 'denied')) return []
    return [
      {
        text: `You may want to come back to a question about ${topicNames[topic]} that seems unanswered.`,
        sources: [fromSession(open.utteranceId, open.quote)],
      },
    ]
  })
}

/**
 * Live text has no speakers, so statements about people in general, or about `you`, do not count as the client's own.
 */
const isAboutParticipant = (quote: string) =>
  /\b(?:i|i'm|i've|i'd|me|my|myself)\b/.test(plainOf(quote)) ||
  !/\b(?:you|your|yourself|themselves|people|someone|somebody|anyone|teens|patients|clients)\b/.test(plainOf(quote))

const isAfter = (place: ReadonlyMap<string, number>, one: string, other: string) =>
  (place.get(one) ?? 0) > (place.get(other) ?? 0)

/** Concerns of the newest note that have not come up. */
function concernsNotMentioned(
  history: readonly HistoryLine[],
  said: ReadonlySet<string>,
  name: ReadonlySet<string>,
): Suggestion[] {
  return ofNewest(history, 'concern')
    .filter(({ text }) => !text.endsWith('?') && wordsOf(text).length > 3)
    .filter((line) => !isMentioned(line, said, name))
    .map((line) => ({ text: 'You may want to ask how this has been since last time.', sources: [fromNote(line)] }))
}

/** A date for the next session is not a plan to follow up. */
const appointmentPattern =
  /\b(?:see you|see each other|next (?:session|appointment|visit)|meet (?:again|next)|come back (?:in|next)|schedul\w+|appointment)\b/i

function plansNotMentioned(
  history: readonly HistoryLine[],
  said: ReadonlySet<string>,
  name: ReadonlySet<string>,
): Suggestion[] {
  return ofNewest(history, 'plan')
    .filter(({ text }) => !appointmentPattern.test(text) && particular(text, new Set()).length >= 2)
    .filter((line) => !isMentioned(line, said, name))
    .map((line) => ({ text: 'You may want to ask about this plan from last time.', sources: [fromNote(line)] }))
}

function ofNewest(history: readonly HistoryLine[], kind: HistoryLine['kind']): HistoryLine[] {
  const newest = history[0]?.date
  return history.filter((line) => line.date === newest && line.kind === kind)
}

const everyday = new Set(
  termsOf(
    'day days week weeks morning evening night time next last every write down asks plans proposes try practice minutes',
  ),
)

function particular(text: string, name: ReadonlySet<string>): string[] {
  return [...new Set(termsOf(text))].filter((term) => !generalTerms.has(term) && !everyday.has(term) && !name.has(term))
}

/** True if at least half of a line's terms were mentioned. */
function isMentioned({ text }: HistoryLine, said: ReadonlySet<string>, name: ReadonlySet<string>): boolean {
  const terms = particular(text, name)
  return terms.length === 0 || terms.filter((term) => said.has(term)).length * 2 >= terms.length
}

/** Open questions that the next sentence evades. */
function openQuestions(utterances: readonly Utterance[]): Suggestion[] {
  const sentences = sentencesOf(utterances)
  return sentences.flatMap(({ id, text }, at) => {
    const answer = sentences[at + 1]
    if (!answer || !isOpenQuestion(text) || !isEvasion(answer.text)) return []
    return [
      {
        text: 'You may want to come back to a question that was left open.',
        sources: [fromSession(id, text), fromSession(answer.id, answer.text)],
      },
    ]
  })
}

const isOpenQuestion = (text: string) =>
  text.endsWith('?') &&
  /^\W*(?:\w+[\s,]+){0,3}(?:what|how|why|who|where)\b/i.test(text) &&
  new Set(spokenTermsOf(text)).size >= 2

interface Sentence {
  id: string
  at: number
  text: string
}

const sentencesOf = (utterances: readonly Utterance[]): Sentence[] =>
  utterances.flatMap(({ id, text }, at) => splitSentences(text).map((sentence) => ({ id, at, text: sentence })))

/** Minimum live chunks between the first and the last mention of a recurring theme. */
const minSpread = 6
const minMentions = 4

/** Recurring themes, those from earlier notes first. */
function returning(utterances: readonly Utterance[], history: readonly HistoryLine[]): Suggestion[] {
  const sentences = sentencesOf(utterances)
  const themes = themesIn(
    sentences.map(({ at, text }) => ({ at, text, weight: 1 })),
    6,
  ).filter((theme) => theme.count >= minMentions && spreadOf(theme) >= minSpread)
  const found = themes.flatMap((theme) => {
    const said = sentences.filter(({ text }) => theme.pattern.test(plainOf(text)) && isQuotable(text))
    const [first, last] = [said[0], said.at(-1)]
    if (!first || !last || first.at === last.at) return []
    const earlier = history.find(({ kind, text }) => kind !== 'plan' && theme.pattern.test(plainOf(text)))
    const sources = [
      fromSession(first.id, first.text),
      fromSession(last.id, last.text),
      ...(earlier ? [fromNote(earlier)] : []),
    ]
    const what = `the theme of ${theme.label.toLowerCase()}`
    const text = earlier
      ? `You may want to explore ${what}, which keeps coming up, as it did before.`
      : `You may want to stay with ${what}, which has come up several times.`
    return [{ text, sources, isOld: earlier !== undefined }]
  })
  return found
    .toSorted((one, other) => Number(other.isOld) - Number(one.isOld))
    .map(({ text, sources }) => ({ text, sources }))
}

const spreadOf = ({ turns }: Theme) => Math.max(...turns) - Math.min(...turns)

const isQuotable = (text: string) => {
  const words = wordsOf(asSentence(text)).length
  return words >= 5 && words <= 40
}
