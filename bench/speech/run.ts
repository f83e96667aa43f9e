// Measures word errors, times, speed and memory of the embedded speech engine; see README.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import * as z from 'zod'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { createSpeech } from '#server/providers/speech/create.ts'
import type { Segment } from '#server/providers/speech/port.ts'
import { findWeights } from '#test/weights.ts'
import { watchChildren } from './child-usage.ts'
import { espeakRate, type SpokenDialogue, speakDialogue } from './dialogue.ts'
import { quantile, wordErrors, wordsOf } from './score.ts'

const [audio = '', minutes = '60', modelPath = findWeights('whisper-base')] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bench-speech-'))
const engine = createSpeech({ engine: 'embedded', language: 'en', ffmpeg: 'auto', modelFolder: folder, modelPath })
const signal = new AbortController().signal
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')
console.log(`${engine.status().model}, ${availableParallelism()} cores`)

try {
  if (audio) await recordings()
  await soundWithoutSpeech()
  const dialogue = speakDialogue(Number(minutes))
  await liveText(dialogue)
  await wholeDialogue(dialogue)
} finally {
  await engine.close()
  rmSync(folder, { recursive: true })
}

async function transcribe(path: string): Promise<Segment[]> {
  return (await engine.transcribe(path, { signal, onProgress: () => {} })).segments
}

/** Word errors of the recordings in a folder, listed with their texts in its `manifest.json`. */
async function recordings(): Promise<void> {
  const Manifest = z.object({ files: z.array(z.object({ file: z.string(), text: z.string() })) })
  const { files } = Manifest.parse(JSON.parse(readFileSync(join(audio, 'manifest.json'), 'utf8')))
  let [errors, count] = [0, 0]
  for (const { file, text } of files) {
    const [reference, spoken] = [wordsOf(text), wordsOf(textOf(await transcribe(join(audio, file))))]
    const wrongWords = wordErrors(reference, spoken)
    console.log(`${file}: ${wrongWords} of ${reference.length} words wrong: ${spoken.join(' ')}`)
    errors += wrongWords
    count += reference.length
  }
  console.log(`All recordings: ${percent(errors / count)} of ${count} words wrong`)
}

/** Words that the engine writes for ten minutes each of silence, noise, hum and music. */
async function soundWithoutSpeech(): Promise<void> {
  const wave = (hertz: number, i: number) => Math.sin((2 * Math.PI * hertz * i) / speechRate)
  const melody = [262, 294, 330, 349, 392, 440, 494, 523]
  const sounds: Record<string, (i: number) => number> = {
    silence: () => 0,
    noise: () => 3_000 * (2 * Math.random() - 1),
    hum: (i) => 4_000 * (wave(50, i) + wave(150, i) / 2),
    music: (i) => {
      const note = melody[(Math.floor(i / 5_000) * 5) % melody.length] ?? 0
      const decay = 1 - (i % 5_000) / 5_000
      return 6_000 * decay * (wave(note, i) + wave(2 * note, i) / 2 + wave(3 * note, i) / 3 + wave(note * 1.25, i) / 2)
    },
  }
  for (const [name, sample] of Object.entries(sounds)) {
    const path = join(folder, `${name}.wav`)
    writeFileSync(path, encodeWav(Int16Array.from({ length: 600 * speechRate }, (_, i) => sample(i))))
    const words = wordsOf(textOf(await transcribe(path)))
    console.log(`Ten minutes of ${name}: ${words.length} words ${words.join(' ')}`)
  }
}

/** Seconds from a live chunk of five seconds to its text. The first one loads the weights. */
async function liveText({ samples }: SpokenDialogue): Promise<void> {
  const delays: number[] = []
  for (let n = 0; n < 21; n++) {
    const from = n * 5 * espeakRate
    const chunk = Int16Array.from({ length: 5 * speechRate }, (_, i) => {
      return samples[from + Math.floor((i * espeakRate) / speechRate)] ?? 0
    })
    const start = performance.now()
    await engine.transcribeLive(chunk, signal)
    delays.push((performance.now() - start) / 1000)
  }
  const [first = 0, ...warm] = delays
  const figures = [first, quantile(warm, 0.5), quantile(warm, 0.95)].map((seconds) => `${seconds.toFixed(2)} s`)
  console.log(`Live text: first ${figures[0]}, then median ${figures[1]}, 95th percentile ${figures[2]}`)
}

async function wholeDialogue({ samples, sentences, silence }: SpokenDialogue): Promise<void> {
  const path = join(folder, 'dialogue.wav')
  writeFileSync(path, encodeWav(samples, espeakRate))
  const usage = watchChildren()
  const start = performance.now()
  const segments = await transcribe(path)
  const seconds = (performance.now() - start) / 1000
  const { cpuSeconds, megabytes } = usage.stop()
  const length = samples.length / espeakRate
  const speed = `${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} processor seconds, ${megabytes.toFixed(0)} MB`
  console.log(`Dialogue of ${(length / 60).toFixed(1)} minutes: ${speed}`)

  const reference = wordsOf(sentences.map(({ text }) => text).join(' '))
  const errors = wordErrors(reference, wordsOf(textOf(segments)))
  console.log(`Words wrong: ${percent(errors / reference.length)} of ${reference.length}`)
  const inSilence = segments.filter(({ start: from, end }) => from > silence.start + 1 && end < silence.end - 1)
  console.log(`Words in the minute of silence: ${wordsOf(textOf(inSilence)).length}`)

  const pairs = sentences.flatMap((sentence) => {
    const words = wordsOf(sentence.text)
    const match = segments.find((segment) => {
      const spoken = wordsOf(segment.text)
      return Math.abs(segment.start - sentence.start) < 3 && wordErrors(words, spoken) <= words.length / 4
    })
    return match && words.length > 3 ? [{ sentence, match }] : []
  })
  for (const edge of ['start', 'end'] as const) {
    const off = pairs.map(({ sentence, match }) => Math.abs(sentence[edge] - match[edge]))
    const near = off.filter((value) => value <= 0.3).length / off.length
    const figures = [quantile(off, 0.5), quantile(off, 0.95)].map((value) => value.toFixed(2))
    console.log(
      `${edge} of ${off.length} sentences: median ${figures.join(' s, 95th percentile ')} s off; ${percent(near)} within 0.3 s`,
    )
  }
}
