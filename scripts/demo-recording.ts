// Makes the demo practice's spoken recording from its script. Needs espeak-ng and ffmpeg; the product needs neither.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { wavHeaderBytes } from '#shared/audio/wav.ts'
import type { SpokenScript } from '#server/features/demo/recording.ts'
import { readScript } from '#server/features/demo/script.ts'

const synthesiser = 'espeak-ng'
const encoder = 'ffmpeg'
const folder = 'src/server/features/demo/recording'
const voices = {
  therapist: ['-v', 'en-us+f3', '-s', '158', '-p', '42'],
  client: ['-v', 'en-gb-x-rp+f5', '-s', '150', '-p', '58'],
} as const

/** Sample rate of espeak-ng: mono, 16 bits. */
const rate = 22_050
const bytesPerSecond = rate * 2
const pauseSeconds = { therapist: 0.8, client: 1.1 } as const

for (const tool of [synthesiser, encoder]) {
  if (spawnSync(tool, ['-version']).error) {
    console.error(`${tool} is not installed here. It is needed to make the recording, not to run Attend.`)
    process.exit(1)
  }
}

const sound: Buffer[] = [silence(0.5)]
let bytes = sound[0]?.length ?? 0
const turns: SpokenScript['turns'] = []
for (const turn of readScript(readFileSync(`${folder}/script.txt`, 'utf8'))) {
  const pause = silence(pauseSeconds[turn.speaker])
  const speech = speak(turn.text, voices[turn.speaker])
  const start = (bytes + pause.length) / bytesPerSecond
  sound.push(pause, speech)
  bytes += pause.length + speech.length
  turns.push({
    speaker: turn.speaker,
    start: hundredths(start),
    end: hundredths(bytes / bytesPerSecond),
    text: turn.text,
  })
}
sound.push(silence(1))
bytes += sound.at(-1)?.length ?? 0

const target = `${folder}/session.webm`
const input = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0']
const opus = ['-c:a', 'libopus', '-b:a', '18k', '-application', 'voip', '-fflags', '+bitexact', '-cues_to_front', '1']
execFileSync(encoder, ['-v', 'error', '-y', ...input, ...opus, target], { input: Buffer.concat(sound) })
const script: SpokenScript = { seconds: hundredths(bytes / bytesPerSecond), turns }
writeFileSync(`${folder}/session.json`, `${JSON.stringify(script, null, 2)}\n`)
console.log(`${target}: ${script.seconds} s, ${turns.length} turns, ${statSync(target).size} bytes`)

/** Samples of the spoken words, without the silence around them. */
function speak(text: string, voice: readonly string[]): Buffer {
  const wav = execFileSync(synthesiser, [...voice, '--stdout', text], { maxBuffer: 64 * 1024 * 1024 })
  const samples = wav.subarray(wavHeaderBytes)
  const isLoud = (at: number) => Math.abs(samples.readInt16LE(at)) > 120
  let start = 0
  let end = samples.length - (samples.length % 2)
  while (start < end && !isLoud(start)) start += 2
  while (end > start && !isLoud(end - 2)) end -= 2
  return samples.subarray(start, end)
}

function silence(seconds: number): Buffer {
  return Buffer.alloc(Math.round(seconds * rate) * 2)
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
