import { speechRate } from '#shared/audio/speech-rate.ts'
import { Languages } from '../languages.ts'
import { toFloat32 } from '../samples.ts'
import { Cutter } from './cutter.ts'
import type { TranscribedPassage } from './messages.ts'
import type { Recognizer } from './recognizer.ts'
import { type SpeechSpan, timeSentences } from './sentence-times.ts'
import type { Stretch } from './voice.ts'

/**
 * Seconds of a passage: the longest that is recognized in one piece, and the silence that ends one. Whisper needs the
 * context of several sentences, drops audio beyond 30 seconds, and invents words in long silence.
 */
const passage = { longest: 24, silence: 1 }

/** Minimum number of samples. Less than a tenth of a second crashes the native recognizer. */
const minSamples = 0.1 * speechRate

/** Seconds of audio in which a language is detected. A shorter passage gets the language of the earlier passages of its channel. */
const enoughToDetect = 4

/** Collects the speech of one channel in passages, and transcribes each one. */
export class PassageTranscriber {
  readonly #recognizer: Recognizer
  readonly #label: { label?: string }
  readonly #cutter = new Cutter(passage)
  readonly #languages = new Languages()
  #speech: SpeechSpan[] = []

  constructor(recognizer: Recognizer, label: { label?: string }) {
    this.#recognizer = recognizer
    this.#label = label
  }

  /** Adds audio. The voice detector must get the same audio afterwards. */
  accept(samples: Float32Array): void {
    this.#cutter.accept(samples)
  }

  /** Adds a stretch of speech. Returns the passage before it, once that is complete. */
  speech({ start, samples }: Stretch): TranscribedPassage | null {
    if (samples.length < minSamples) return null
    const end = start + samples.length
    const before = this.#transcribe(this.#cutter.speech(start, end))
    this.#speech.push({ start: start / speechRate, end: end / speechRate })
    return before
  }

  /** Transcribes and returns the last passage, if there is one. */
  flush(): TranscribedPassage | null {
    return this.#transcribe(this.#cutter.flush())
  }

  #transcribe(piece: ReturnType<Cutter['flush']>): TranscribedPassage | null {
    if (!piece) return null
    const offset = piece.start / speechRate
    const until = this.#speech.at(-1)?.end ?? offset
    const speech = this.#speech.map(({ start, end }) => ({ start: start - offset, end: end - offset }))
    this.#speech = []
    const samples = toFloat32(piece.samples)
    const isShort = samples.length < enoughToDetect * speechRate
    const recognition = this.#recognizer.recognize(samples, isShort ? this.#languages.main() : undefined)
    const { language, text } = recognition
    this.#languages.add(language, text)
    const sentences = timeSentences(recognition, samples, speech)
    const label = this.#label
    return {
      segments: sentences.map(({ words, ...sentence }) => ({
        ...moved(sentence, offset),
        ...(words.length > 0 && { words: words.map((word) => moved(word, offset)) }),
        ...(language !== undefined && { language }),
        ...label,
      })),
      until,
    }
  }
}

function moved<T extends { start: number; end: number }>(one: T, seconds: number): T {
  return { ...one, start: one.start + seconds, end: one.end + seconds }
}
