import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { concat } from '#server/providers/media/pcm.ts'

/** Both channels of a recording at 16 kHz. */
export async function channelsOf(recording: Buffer): Promise<[left: Float32Array, right: Float32Array]> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-channels-'))
  try {
    const path = join(folder, 'recording')
    await writeFile(path, recording)
    const audio = await decodeAudio(path, { signal: new AbortController().signal, isSpeakerPerChannel: true })
    const blocks: Float32Array[][] = []
    for await (const block of audio.blocks) blocks.push(block)
    const channel = (at: number) => concat(blocks.map((block) => block[at] ?? new Float32Array(0)))
    return [channel(0), channel(1)]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The level of one frequency in Hz, in dB, over each second (Goertzel's algorithm with a Hann window). */
export function levelsOf(samples: Float32Array, hertz: number): number[] {
  const levels: number[] = []
  for (let from = 0; from + speechRate <= samples.length; from += speechRate) {
    let real = 0
    let imaginary = 0
    for (let at = 0; at < speechRate; at++) {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / speechRate)
      const value = window * (samples[from + at] ?? 0)
      const angle = (2 * Math.PI * hertz * at) / speechRate
      real += value * Math.cos(angle)
      imaginary += value * Math.sin(angle)
    }
    levels.push(20 * Math.log10((Math.hypot(real, imaginary) * 4) / speechRate + 1e-9))
  }
  return levels
}

/** The longest silence of a channel in milliseconds, between its first and its last sound. */
export function longestSilence(samples: Float32Array): number {
  const step = speechRate / 100
  const quiet: boolean[] = []
  for (let from = 0; from + step <= samples.length; from += step) {
    let sum = 0
    for (let at = from; at < from + step; at++) sum += (samples[at] ?? 0) ** 2
    quiet.push(Math.sqrt(sum / step) < 0.01)
  }
  let longest = 0
  let current = 0
  for (const isQuiet of quiet.slice(quiet.indexOf(false), quiet.lastIndexOf(false) + 1)) {
    current = isQuiet ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest * 10
}
