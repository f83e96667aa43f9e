import { speechRate } from '#shared/audio/speech-rate.ts'
import { sentenceSpans } from '#shared/rules/sentences.ts'
import { spokenText } from '../spoken-text.ts'
import type { Word } from '../port.ts'
import type { Recognition } from './recognizer.ts'

/** Speech from `start` to `end`, in seconds. */
export interface SpeechSpan {
  start: number
  end: number
}

export interface TimedSentence extends SpeechSpan {
  text: string
  /** Empty without times of tokens. */
  words: Word[]
}

/** Maximum seconds between the end of a sentence, by its tokens or the length of its text, and a pause. */
const tolerance = { tokens: 0.3, estimate: 0.8 }

/**
 * The sentences of a passage with their times, in seconds from its first sample. A sentence ends in a pause near the
 * time of its last token. Without times of tokens, the share of the text before it gives an estimate.
 * @param speech the stretches of speech in the passage, at least one
 */
export function timeSentences(
  { text, tokens }: Recognition,
  samples: Float32Array,
  speech: readonly SpeechSpan[],
): TimedSentence[] {
  const trimmed = spokenText(text)
  const first = speech[0]?.start ?? 0
  const last = speech.at(-1)?.end ?? samples.length / speechRate
  const sentences: TimedSentence[] = []
  let start = first
  const spans = sentenceSpans(trimmed)
  for (const [i, span] of spans.entries()) {
    const next = spans[i + 1]
    const spoken = trimmed.slice(span.start, span.end)
    if (!next) {
      sentences.push({ start, end: Math.max(start, last), text: spoken, words: [] })
      break
    }
    const share = next.start / trimmed.length
    const near = tokens.length > 0 ? startOf(tokens, next.start) : timeAt(speech, share)
    const range = tokens.length > 0 ? tolerance.tokens : tolerance.estimate
    const pause = pauseNear(samples, Math.max(near, start), range)
    sentences.push({ start, end: Math.max(start, pause.start), text: spoken, words: [] })
    start = Math.min(Math.max(start, pause.end), last)
  }
  return sentences
    .map((sentence, i) => ({ ...sentence, words: timeWords(sentence, spans[i]?.start ?? 0, tokens) }))
    .filter((sentence) => spokenText(sentence.text) !== '')
}

/** The words of a sentence that begins at `position` of the trimmed text. A word ends where the next one starts. */
function timeWords({ start, end, text }: TimedSentence, position: number, tokens: Recognition['tokens']): Word[] {
  if (tokens.length === 0) return []
  let before = start
  const words = Array.from(text.matchAll(/\S+/g), ({ 0: word, index }) => {
    before = Math.min(end, Math.max(before, index === 0 ? start : startOf(tokens, position + index)))
    return { start: before, end, text: word }
  })
  return words.map((word, i) => ({ ...word, end: words[i + 1]?.start ?? end }))
}

/** The time of the token with the character at `position` of the trimmed text. */
function startOf(tokens: Recognition['tokens'], position: number): number {
  const blank = tokens
    .map(({ text }) => text)
    .join('')
    .search(/\S/)
  let before = -Math.max(0, blank)
  for (const { text, start } of tokens) {
    before += text.length
    if (before > position) return start
  }
  return tokens.at(-1)?.start ?? 0
}

/** The time at which `share` of all speech is over. */
function timeAt(speech: readonly SpeechSpan[], share: number): number {
  const total = speech.reduce((sum, { start, end }) => sum + end - start, 0)
  let remaining = share * total
  for (const { start, end } of speech) {
    if (remaining <= end - start) return start + remaining
    remaining -= end - start
  }
  return speech.at(-1)?.end ?? 0
}

/** Samples of one frame: 20 ms. */
const frame = speechRate / 50
/** Frames of the shortest pause: 80 ms. */
const minPauseFrames = 4

/** Speech without a pause: its quietest 80 ms have more than this share of the mean energy. */
const pauseShare = 0.25

/** The pause around the quietest 80 ms within `range` seconds of a time. Without a pause, the time itself. */
function pauseNear(samples: Float32Array, seconds: number, range: number): SpeechSpan {
  const frames = Math.floor(samples.length / frame)
  const energyAt = (i: number) => energy(samples, i * frame, (i + 1) * frame)
  const from = Math.max(0, Math.floor(((seconds - range) * speechRate) / frame))
  const to = Math.min(frames - minPauseFrames, Math.ceil(((seconds + range) * speechRate) / frame))
  let best = from
  let least = Infinity
  for (let i = from; i <= to; i++) {
    const sum = energy(samples, i * frame, (i + minPauseFrames) * frame)
    if (sum < least) [best, least] = [i, sum]
  }
  const spanned = (to + minPauseFrames - from) * frame
  const mean = energy(samples, from * frame, from * frame + spanned) / spanned
  if (least / (minPauseFrames * frame) > pauseShare * mean) return { start: seconds, end: seconds }
  // Twice the amplitude of the quietest frames, and never less than -60 dBFS.
  const limit = Math.max((4 * least) / minPauseFrames, 1e-6 * frame)
  let [start, end] = [best, best + minPauseFrames]
  while (start > 0 && energyAt(start - 1) <= limit) start--
  while (end < frames && energyAt(end) <= limit) end++
  return { start: (start * frame) / speechRate, end: (end * frame) / speechRate }
}

function energy(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to && i < samples.length; i++) sum += (samples[i] ?? 0) ** 2
  return sum
}
