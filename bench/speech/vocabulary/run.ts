// Prints how many words of a vocabulary a speech endpoint writes correctly with and without the vocabulary; see ../README.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeWav } from '#shared/audio/wav.ts'
import { vocabularyLimits } from '#shared/contract/limits.ts'
import { createSpeech } from '#server/providers/speech/create.ts'
import { espeakRate, speak, voices } from '../dialogue.ts'
import { wordErrors, wordsOf } from '../score.ts'
import { sentences } from './sentences.ts'

const [baseUrl, model] = process.argv.slice(2)
if (!baseUrl) throw new Error('Usage: run.ts BASE_URL MODEL')
const folder = mkdtempSync(join(tmpdir(), 'bench-vocabulary-'))
const engine = createSpeech({ engine: 'endpoint', baseUrl, model, language: 'en', ffmpeg: 'auto', modelFolder: folder })
const signal = new AbortController().signal

/** Seconds between sentences. */
const pause = 1.2
const silence = new Int16Array(pause * espeakRate)
const vocabulary = [...new Set(sentences.flatMap(({ listed }) => listed))]
const characters = vocabulary.join(', ').length
console.log(`${sentences.length} sentences, ${vocabulary.length} listed words, ${characters} characters`)
if (vocabulary.length > vocabularyLimits.words || characters > vocabularyLimits.all)
  throw new Error('The list is longer than Attend accepts.')

try {
  const spoken = sentences.map(({ text }) => speak(text, voices.Client))
  const wholeAudio = spoken.flatMap((samples) => [silence, samples])
  await report(
    'one recording each',
    spoken.map((samples) => [silence, samples, silence]),
  )
  await report('one recording of all', [[...wholeAudio, silence]])
} finally {
  await engine.close()
  rmSync(folder, { recursive: true })
}

async function report(name: string, recordings: readonly (readonly Int16Array[])[]): Promise<void> {
  for (const words of [[], vocabulary]) {
    const texts: string[] = []
    for (const parts of recordings) texts.push(await transcribe(parts, words))
    print(`${name}, ${words.length === 0 ? 'without' : 'with'} vocabulary`, texts)
  }
}

async function transcribe(parts: readonly Int16Array[], words: readonly string[]): Promise<string> {
  const path = join(folder, 'recording.wav')
  const samples = Int16Array.from(parts.flatMap((part) => [...part]))
  writeFileSync(path, encodeWav(samples, espeakRate))
  const { segments } = await engine.transcribe(path, { signal, onProgress: () => {}, vocabulary: words })
  return segments.map(({ text }) => text).join(' ')
}

/** A listed word counts as right if the text contains it, because each listed word is spoken once. */
function print(name: string, texts: readonly string[]): void {
  const written = texts.flatMap(wordsOf)
  const listed = new Set(vocabulary.map((word) => word.toLowerCase()))
  const found = written.filter((word) => listed.has(word))
  const correctWords = new Set(found)
  const reference = sentences.flatMap(({ text }) => wordsOf(text))
  const share = ((wordErrors(reference, written) / reference.length) * 100).toFixed(1)
  console.log(
    `${name}: ${correctWords.size} of ${listed.size} listed words right, ${found.length - correctWords.size} too often`,
  )
  console.log(
    `  words wrong: ${share} % of ${reference.length}; missing: ${[...listed].filter((word) => !correctWords.has(word)).join(', ')}`,
  )
}
