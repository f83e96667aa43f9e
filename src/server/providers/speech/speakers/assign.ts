import type { Segment, Word } from '../port.ts'
import type { Turn } from './port.ts'

/** A segment has crosstalk if two voices overlap in it for at least this many seconds. */
const crosstalk = 0.3

/** The speaker of a segment is unsure if a second voice has at least this share of the longest voice's time. */
const unsureShare = 0.5

interface Span {
  start: number
  end: number
}

/** The label of a voice, counted from 0. */
export const speakerLabel = (voice: number) => `Speaker ${voice + 1}`

/**
 * Labels each segment with the voice that speaks during most of it. A segment with times of words is split where the
 * voice changes; a word belongs to the voice with most of its time. A segment without any voice gets the nearest one.
 * @param turns at least one
 */
export function assignSpeakers(segments: readonly Segment[], turns: readonly Turn[]): Segment[] {
  return segments.flatMap((segment) =>
    partsOf(segment, turns).map(({ voice, ...part }) => ({
      ...part,
      label: speakerLabel(voice),
      ...(hasCrosstalk(part, turns) && { isCrosstalk: true }),
      ...(isUnsure(part, turns) && { isSpeakerUnsure: true }),
    })),
  )
}

interface Part extends Segment {
  voice: number
}

function partsOf({ words = [], ...segment }: Segment, turns: readonly Turn[]): Part[] {
  if (words.length < 2) return [{ ...segment, voice: voiceOf(segment, turns) }]
  const runs = withoutSingles(runsOf(words, turns))
  if (runs.length < 2) return [{ ...segment, voice: runs[0]?.voice ?? voiceOf(segment, turns) }]
  return runs.map(({ voice, words: own }, i) => ({
    ...segment,
    start: i === 0 ? segment.start : (own[0]?.start ?? segment.start),
    end: i === runs.length - 1 ? segment.end : (own.at(-1)?.end ?? segment.end),
    text: own.map(({ text }) => text).join(' '),
    voice,
  }))
}

interface Run {
  voice: number
  words: Word[]
}

/** Consecutive words of one voice. */
function runsOf(words: readonly Word[], turns: readonly Turn[]): Run[] {
  const runs: Run[] = []
  for (const word of words) {
    const voice = voiceOf(word, turns)
    const last = runs.at(-1)
    if (last?.voice === voice) last.words.push(word)
    else runs.push({ voice, words: [word] })
  }
  return runs
}

/** Gives a run of one word to the voice before it, or after it at the beginning of a sentence, because times are inexact. */
function withoutSingles(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const [i, run] of runs.entries()) {
    const last = result.at(-1)
    const voice =
      run.words.length > 1 || runs.length === 1 ? run.voice : (last?.voice ?? runs[i + 1]?.voice ?? run.voice)
    if (last?.voice === voice) last.words.push(...run.words)
    else result.push({ voice, words: [...run.words] })
  }
  return result
}

/** The voice with the longest speech between two times, else the nearest one. */
function voiceOf(span: Span, turns: readonly Turn[]): number {
  const [longest] = voicesIn(span, turns)
  if (longest) return longest.voice
  const [nearest] = turns.toSorted((one, other) => overlapOf(span, other) - overlapOf(span, one))
  return nearest?.voice ?? 0
}

/** True if no voice was found during a segment, or another voice has at least `unsureShare` of the longest one's time. */
function isUnsure(span: Span, turns: readonly Turn[]): boolean {
  const [longest, second] = voicesIn(span, turns)
  return !longest || (second !== undefined && second.seconds >= unsureShare * longest.seconds)
}

/** Seconds of each voice between two times, the longest first. */
function voicesIn(span: Span, turns: readonly Turn[]): { voice: number; seconds: number }[] {
  const seconds = new Map<number, number>()
  for (const turn of turns) {
    const shared = overlapOf(span, turn)
    if (shared > 0) seconds.set(turn.voice, (seconds.get(turn.voice) ?? 0) + shared)
  }
  return [...seconds]
    .map(([voice, shared]) => ({ voice, seconds: shared }))
    .toSorted((one, other) => other.seconds - one.seconds)
}

/** True if two voices speak during a segment at the same time. */
function hasCrosstalk(span: Span, turns: readonly Turn[]): boolean {
  const within = turns.filter((turn) => overlapOf(span, turn) > 0)
  const seconds = within.flatMap((turn, i) =>
    within
      .slice(i + 1)
      .map((other) =>
        turn.voice === other.voice
          ? 0
          : Math.min(turn.end, other.end, span.end) - Math.max(turn.start, other.start, span.start),
      ),
  )
  return seconds.reduce((sum, one) => sum + Math.max(0, one), 0) >= crosstalk
}

/** Seconds that two spans share. A negative number is their distance. */
function overlapOf(one: Span, other: Span): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start)
}
