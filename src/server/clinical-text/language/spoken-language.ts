import { detectAll, supportedLanguages, toISO2 } from 'tinyld'
import type { Transcript, Utterance } from '#shared/contract/transcripts.ts'
import { isStopWord, wordsOf } from './words.ts'

/** Turns with fewer words are not judged: `Okay, Maria.` could be any language. */
const minWords = 5

/** A session with fewer words of another language is English: a greeting, a title, a saying. */
const minForeignWords = 12

/** A text with a larger share of common English words is English. Texts in other languages contain fewer of them. */
const minCommonShare = 0.4

/** Minimum accuracy of the library's result, 0 to 1. Most English turns that the library misjudges are below it. */
const minAccuracy = 0.4

/** Minimum ratio of the other language's likelihood to that of English. */
const clearly = 3

/** Invented and dead languages and some with few speakers, which the library confuses with short English turns. */
const unlikely: ReadonlySet<string> = new Set(['ber', 'eo', 'ga', 'la', 'rn', 'tlh', 'vo'])
const likely = supportedLanguages.map(toISO2).filter((code) => !unlikely.has(code))

/**
 * The transcript with the language of each turn that is not in English. If English is the smaller part, the session is not in
 * English, and every turn has a language. The language that the source states counts only if too little was said.
 */
export function withLanguages(transcript: Transcript): Transcript {
  const turns = transcript.utterances.map(judge)
  const judged = turns.filter(({ language }) => language !== null)
  if (judged.length === 0) {
    const language = languageOfAll(transcript)
    return markLanguages(transcript, () => language)
  }
  const words = wordsByLanguage(judged)
  const english = words.get('en') ?? 0
  const [foreign = 'und', most = 0] =
    [...words].filter(([code]) => code !== 'en' && code !== 'und').toSorted(([, a], [, b]) => b - a)[0] ?? []
  const isForeign = english * 2 < sum(words.values())
  return markLanguages(transcript, (at) => {
    const turnLanguage = turns[at]?.language ?? 'und'
    if (isForeign) return turnLanguage === 'en' || turnLanguage === 'und' ? foreign : turnLanguage
    return most < minForeignWords || turnLanguage === 'und' ? 'en' : turnLanguage
  })
}

interface Turn {
  words: number
  /** Null if the turn is too short to be judged. */
  language: string | null
}

function judge({ text }: Utterance): Turn {
  const words = wordsOf(text).length
  return { words, language: words < minWords ? null : languageOf(text) }
}

/**
 * ISO 639-1 code of the language of a text; `und` if it is unclear. Names mislead: they count only if the other words do not
 * decide.
 */
function languageOf(text: string): string {
  const nameless = text.replace(/(?<!\p{L})\p{Lu}[\p{L}\p{M}'’-]*/gu, ' ')
  const found = wordsOf(nameless).length < minWords - 1 ? 'und' : languageOfWords(nameless)
  return found === 'und' ? languageOfWords(text) : found
}

function languageOfWords(text: string): string {
  if (commonShare(text) > minCommonShare) return 'en'
  const found = detectAll(text, { only: likely })
  const [first] = found
  if (!first || first.lang === 'en') return first ? 'en' : 'und'
  const english = found.find(({ lang }) => lang === 'en')?.accuracy ?? 0
  return first.accuracy >= minAccuracy && first.accuracy >= clearly * english ? first.lang : 'und'
}

function commonShare(text: string): number {
  const words = wordsOf(text)
  return words.length === 0 ? 0 : words.filter((word) => isStopWord(word.text)).length / words.length
}

/** Judges a session without a turn that is long enough to be judged alone. */
function languageOfAll({ utterances, language }: Transcript): string {
  const text = utterances.map((turn) => turn.text).join(' ')
  const found = wordsOf(text).length < minWords ? 'und' : languageOf(text)
  if (found !== 'und') return found
  const [hint = ''] = /^[a-z]{2}(?=-|$)/i.exec(language) ?? []
  return hint === '' ? 'en' : hint.toLowerCase()
}

function wordsByLanguage(turns: readonly Turn[]): Map<string, number> {
  const byLanguage = Map.groupBy(turns, ({ language }) => language ?? 'und')
  return new Map([...byLanguage].map(([code, spoken]) => [code, sum(spoken.map(({ words }) => words))]))
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((total, number) => total + number, 0)
}

function markLanguages({ utterances, ...transcript }: Transcript, languageAt: (at: number) => string): Transcript {
  const turns = utterances.map(({ id, speaker, label, start, end, text, isCrosstalk, isSpeakerUnsure, merged }, at) => {
    const marks = {
      ...(isCrosstalk && { isCrosstalk }),
      ...(isSpeakerUnsure && { isSpeakerUnsure }),
      ...(merged && { merged }),
    }
    const turn = { id, speaker, label, start, end, text, ...marks }
    const language = languageAt(at)
    return language === 'en' ? turn : { ...turn, language }
  })
  return { ...transcript, utterances: turns }
}
