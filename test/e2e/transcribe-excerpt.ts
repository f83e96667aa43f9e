import { speechRate } from '#shared/audio/speech-rate.ts'
import type { SpokenScript } from '#server/features/demo/recording.ts'

type Turn = SpokenScript['turns'][number]

/** Transcribed words of one turn. Times in seconds from the start of the excerpt. */
export interface TranscribedTurn {
  start: number
  end: number
  text: string
}

/** A part of an excerpt, in frames, that equals the part of the recording `offset` frames later. */
interface LocatedSpan {
  start: number
  end: number
  offset: number
}

const framesPerSecond = 100
/** Number of frames located at a time, by the two seconds around them. */
const step = framesPerSecond / 2
const windowFrames = framesPerSecond * 0.75
const likeness = 0.9
/** Other sound cards and encoders shift audio by at most this many frames. */
const drift = 3

/**
 * Transcribes an excerpt of a known recording. Locates it by its loudness curve, also after other encodings, other
 * rates, pauses and repetitions. Silence has no words.
 * @throws Error for more than two seconds of speech, if none of it is part of the recording
 */
export function transcribeExcerpt(
  piece: Int16Array,
  recording: { samples: Int16Array; turns: readonly Turn[] },
): TranscribedTurn[] {
  const sound = loudness(piece)
  const stretches = locate(sound, loudness(recording.samples))
  if (stretches.length === 0 && seconds(sound.filter((frame) => frame > 1.5).length) > 2)
    throw new Error('this audio is not part of the recording')
  return stretches.flatMap((stretch) => recording.turns.flatMap((turn) => spokenWords(turn, stretch)))
}

/** Logarithmic, 100 frames per second; 0 is silence. */
function loudness(samples: Int16Array): Float32Array {
  const size = speechRate / framesPerSecond
  return Float32Array.from({ length: Math.floor(samples.length / size) }, (_, frame) => {
    let power = 0
    for (let i = frame * size; i < (frame + 1) * size; i++) power += (samples[i] ?? 0) ** 2
    return Math.log1p(Math.sqrt(power / size) / 100)
  })
}

function locate(piece: Float32Array, whole: Float32Array): LocatedSpan[] {
  const stretches: LocatedSpan[] = []
  for (let start = 0; start < piece.length; start += step) {
    const end = Math.min(piece.length, start + step)
    const from = Math.max(0, start - windowFrames)
    const window = piece.subarray(from, Math.min(piece.length, end + windowFrames))
    const last = stretches.at(-1)
    const expected = last?.end === start ? last.offset : undefined
    const offset = offsetOf(window, whole, expected === undefined ? undefined : from + expected)
    if (offset === undefined) continue
    if (last && expected !== undefined && Math.abs(offset - from - expected) <= drift) last.end = end
    else stretches.push({ start, end, offset: offset - from })
  }
  // Frames around a cut match many positions.
  return stretches.filter(({ start, end }) => end - start > step)
}

/** Position of these frames in the recording. Undefined if they do not occur, or are silence. */
function offsetOf(frames: Float32Array, whole: Float32Array, expected: number | undefined): number | undefined {
  const mean = meanOf(frames, 0, frames.length)
  const centred = frames.map((frame) => frame - mean)
  const size = Math.hypot(...centred)
  if (size / Math.sqrt(frames.length) < 0.3) return undefined
  const likenessAt = (at: number) => {
    const other = meanOf(whole, at, frames.length)
    let product = 0
    let power = 0
    for (let i = 0; i < centred.length; i++) {
      const deviation = (whole[at + i] ?? 0) - other
      product += (centred[i] ?? 0) * deviation
      power += deviation ** 2
    }
    return product / (size * Math.sqrt(power) + Number.EPSILON)
  }
  const best = (from: number, to: number) => {
    let [nearest, most] = [from, -1]
    for (let at = Math.max(0, from); at <= Math.min(to, whole.length - frames.length); at++) {
      const value = likenessAt(at)
      if (value > most) [nearest, most] = [at, value]
    }
    return most >= likeness ? nearest : undefined
  }
  const near = expected === undefined ? undefined : best(expected - drift, expected + drift)
  return near ?? best(0, whole.length)
}

function meanOf(frames: Float32Array, from: number, length: number): number {
  let sum = 0
  for (let i = from; i < from + length; i++) sum += frames[i] ?? 0
  return sum / length
}

/** The words of a turn whose middle lies in the stretch. A turn that lies in it completely has its own times. */
function spokenWords(turn: Turn, { start, end, offset }: LocatedSpan): TranscribedTurn[] {
  const length = turn.end - turn.start
  const words = [...turn.text.matchAll(/\S+/g)].map((match) => ({
    text: match[0],
    start: turn.start + (match.index / turn.text.length) * length,
    end: turn.start + ((match.index + match[0].length) / turn.text.length) * length,
  }))
  const isHere = ({ start: from, end: to }: TranscribedTurn) => {
    const middle = ((from + to) / 2) * framesPerSecond
    return middle >= start + offset && middle < end + offset
  }
  const wordsHere = words.filter(isHere)
  const [first, last] = [wordsHere[0], wordsHere.at(-1)]
  if (!first || !last) return []
  const begin = Math.max(0, first.start - seconds(offset))
  return [{ start: begin, end: last.end - seconds(offset), text: wordsHere.map(({ text }) => text).join(' ') }]
}

const seconds = (frames: number) => frames / framesPerSecond
