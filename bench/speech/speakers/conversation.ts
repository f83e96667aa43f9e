import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { speechRate } from '#shared/audio/speech-rate.ts'
import type { SpokenTurn } from './diarization-error.ts'

const Manifest = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      text: z.string(),
      speaker: z.union([z.string(), z.array(z.string())]),
      sampleRate: z.number(),
    }),
  ),
})

/** A human recording at 16 kHz. */
export interface Clip {
  samples: Int16Array
  text: string
}

export interface Conversation {
  /** Mono, 16 kHz. */
  samples: Int16Array
  turns: SpokenTurn[]
  /** The clips in their order, if they are whole. */
  spoken: { speaker: string; text: string }[]
}

export interface Composition {
  seconds: number
  speakers: readonly string[]
  seed: number
  /** Whole clips instead of random parts of them. */
  isWhole?: boolean
}

const pauses = { shortest: 0.1, longest: 1.2 }
const phrase = { shortest: 1, longest: 6 }
/** Every eighth turn overlaps the previous turn by this many seconds. */
const overlap = { every: 8, seconds: 0.8 }

/** Human recordings of a folder by speaker, as 16 kHz samples. `manifest.json` names them. */
export function readClips(folder: string): Map<string, Clip[]> {
  const { files } = Manifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  const clips = new Map<string, Clip[]>()
  for (const { file, text, speaker, sampleRate } of files) {
    if (typeof speaker !== 'string') continue
    const wav = readFileSync(join(folder, file))
    const data = wav.subarray(wav.indexOf('data') + 8)
    const at = (i: number) => (2 * i + 1 < data.length ? data.readInt16LE(2 * i) : 0)
    const samples = Int16Array.from({ length: Math.floor(((data.length >> 1) * speechRate) / sampleRate) }, (_, i) => {
      const place = (i * sampleRate) / speechRate
      const before = Math.floor(place)
      return at(before) + (at(before + 1) - at(before)) * (place - before)
    })
    clips.set(speaker, [...(clips.get(speaker) ?? []), { samples: levelled(samples), text }])
  }
  return clips
}

/** A conversation of phrases from clips, with pauses, crosstalk, faint noise, and a minute of silence in the middle. */
export function composeConversation(
  clips: ReadonlyMap<string, readonly Clip[]>,
  { seconds, speakers, seed, isWhole = false }: Composition,
): Conversation {
  const random = generator(seed)
  const samples = Int16Array.from({ length: (seconds + 90) * speechRate }, () => 30 * (random() - 0.5))
  const turns: SpokenTurn[] = []
  const spoken: Conversation['spoken'] = []
  let at = 0.5
  let wasSilent = seconds < 180
  for (let n = 0; at < seconds; n++) {
    if (!wasSilent && at > seconds / 2) {
      at += 60
      wasSilent = true
    }
    const speaker = speakers[n < speakers.length ? n : Math.floor(random() * speakers.length)] ?? ''
    const speakerClips = clips.get(speaker) ?? []
    const { samples: clip, text } = speakerClips[Math.floor(random() * speakerClips.length)] ?? {
      samples: new Int16Array(0),
      text: '',
    }
    const wantedLength = isWhole ? clip.length : Math.round(between(phrase, random()) * speechRate)
    const length = Math.min(clip.length, wantedLength)
    const from = Math.floor(random() * (clip.length - length))
    if (n % overlap.every === overlap.every - 1) at = Math.max(0, at - overlap.seconds - pauses.shortest)
    const first = Math.round(at * speechRate)
    for (let i = 0; i < length; i++) {
      const sum = (samples[first + i] ?? 0) + (clip[from + i] ?? 0)
      samples[first + i] = Math.max(-32_768, Math.min(32_767, sum))
    }
    turns.push(...spokenParts(clip.subarray(from, from + length), at, speaker))
    spoken.push({ speaker, text })
    const end = at + length / speechRate
    at = end + between(pauses, random())
  }
  return { samples: samples.subarray(0, Math.round((at + 1) * speechRate)), turns, spoken }
}

/** The speech of a clip without its silence at both ends and its pauses of 0.4 seconds and more. */
function spokenParts(clip: Int16Array, offset: number, speaker: string): SpokenTurn[] {
  const frame = speechRate / 50
  const parts: SpokenTurn[] = []
  for (let at = 0; at + frame <= clip.length; at += frame) {
    const mean = clip.subarray(at, at + frame).reduce((sum, sample) => sum + sample * sample, 0) / frame
    if (mean < 200 ** 2) continue
    const [start, end] = [offset + at / speechRate, offset + (at + frame) / speechRate]
    const last = parts.at(-1)
    if (last && start - last.end < 0.4) last.end = end
    else parts.push({ start, end, speaker })
  }
  return parts
}

const between = ({ shortest, longest }: { shortest: number; longest: number }, share: number) =>
  shortest + (longest - shortest) * share

/** The clip at a mean level of -23 dBFS. */
function levelled(samples: Int16Array): Int16Array {
  const mean = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, (sample * 2_300) / mean)))
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
