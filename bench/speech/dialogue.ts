import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { splitSentences } from '#shared/rules/sentences.ts'

/** A spoken sentence of the reference. Times are seconds. */
export interface SpokenSentence {
  voice: 'Therapist' | 'Client'
  start: number
  end: number
  text: string
}

export interface SpokenDialogue {
  /** Mono, at `espeakRate`. */
  samples: Int16Array
  sentences: SpokenSentence[]
  silence: { start: number; end: number }
}

/** Sample rate of espeak-ng. */
export const espeakRate = 22_050

export const voices = {
  Therapist: ['-v', 'en-us+f3', '-s', '158', '-p', '42'],
  Client: ['-v', 'en-gb-x-rp+m3', '-s', '150', '-p', '50'],
} as const

/** Seconds between sentences and between turns, and the overlap of every fifteenth turn with the previous turn. */
const pauses = { sentence: 0.35, turn: 0.9 }
const overlap = { every: 15, seconds: 1 }

const Dialogue = z.object({ lines: z.array(z.string()) })

/**
 * A dialogue of two synthetic voices with pauses, crosstalk and a minute of silence in the middle. The texts are those of
 * the clinical bench. Needs espeak-ng.
 */
export function speakDialogue(minutes: number): SpokenDialogue {
  const length = minutes * 60
  const samples = new Int16Array((length + 60) * espeakRate)
  const sentences: SpokenSentence[] = []
  let silence: SpokenDialogue['silence'] | undefined
  let at = 1
  for (const [i, line] of lines().entries()) {
    const [voice = '', text = ''] = line.split(/: (.*)/s)
    if (voice !== 'Therapist' && voice !== 'Client') continue
    if (at > length) break
    if (!silence && at > length / 2) {
      silence = { start: at, end: at + 60 }
      at += 60
    }
    if (i % overlap.every === overlap.every - 1) at -= pauses.turn + overlap.seconds
    for (const sentence of splitSentences(text)) {
      const spoken = speak(sentence, voices[voice])
      mix(samples, spoken, Math.round(at * espeakRate))
      const end = at + spoken.length / espeakRate
      sentences.push({ voice, start: at, end, text: sentence })
      at = end + pauses.sentence
    }
    at += pauses.turn - pauses.sentence
  }
  if (!silence) throw new Error('the dialogue is too short for its silence')
  return { samples: samples.subarray(0, Math.round(at * espeakRate)), sentences, silence }
}

function lines(): string[] {
  const folder = fileURLToPath(new URL('../clinical/dialogues/', import.meta.url))
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => Dialogue.parse(JSON.parse(readFileSync(folder + name, 'utf8'))).lines)
}

/** The samples of a sentence without silence at its start and end. */
export function speak(text: string, voice: readonly string[]): Int16Array {
  const wav = execFileSync('espeak-ng', [...voice, '--stdout', '--', text], { maxBuffer: 1 << 26 })
  const data = wav.subarray(44)
  const spoken = Int16Array.from({ length: data.length >> 1 }, (_, i) => data.readInt16LE(2 * i))
  const isLoud = (sample: number) => Math.abs(sample) > 200
  return spoken.subarray(Math.max(0, spoken.findIndex(isLoud)), spoken.findLastIndex(isLoud) + 1)
}

function mix(samples: Int16Array, added: Int16Array, from: number): void {
  for (const [i, sample] of added.entries())
    samples[from + i] = Math.max(-32_768, Math.min(32_767, (samples[from + i] ?? 0) + sample / 2))
}
