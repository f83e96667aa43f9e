import { readFile } from 'node:fs/promises'
import { toInt16 } from '#shared/audio/int16.ts'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import type { SpokenScript } from '#server/features/demo/recording.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { concat } from '#server/providers/media/pcm.ts'

type Turn = SpokenScript['turns'][number]

/** A recorded spoken session with its script and times. */
export interface Spoken {
  turns: Turn[]
  /** 16 kHz mono. */
  samples: Int16Array
  /** In the format of a browser's recorder. */
  webm: Buffer
  /** The first minute or so of the recording, uncompressed: large enough for many chunks. */
  wav: Buffer
}

const folder = 'src/server/features/demo/recording'
const wavTurns = 11

/** The recording of the demo practice. */
export async function readSpoken(): Promise<Spoken> {
  const { turns }: SpokenScript = JSON.parse(await readFile(`${folder}/session.json`, 'utf8'))
  const audio = await decodeAudio(`${folder}/session.webm`, { signal: new AbortController().signal })
  const blocks: Float32Array[] = []
  for await (const [mono] of audio.blocks) if (mono) blocks.push(mono)
  const samples = toInt16(concat(blocks))
  const end = turns[wavTurns]?.start ?? Number.POSITIVE_INFINITY
  return {
    turns,
    samples,
    webm: await readFile(`${folder}/session.webm`),
    wav: Buffer.from(encodeWav(samples.subarray(0, Math.round(end * speechRate)))),
  }
}
