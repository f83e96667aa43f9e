// Measures diarization error, words with the wrong speaker, speed and memory of speaker identification; see ../README.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { runChild } from '#server/providers/speech/child/host.ts'
import { createSpeech } from '#server/providers/speech/create.ts'
import type { Segment } from '#server/providers/speech/port.ts'
import { assignSpeakers } from '#server/providers/speech/speakers/assign.ts'
import { createSpeakerModelStore } from '#server/providers/speech/speakers/models.ts'
import type { SpeakerCount, Voices } from '#server/providers/speech/speakers/port.ts'
import { findWeights } from '#test/weights.ts'
import { watchChildren } from '../child-usage.ts'
import { espeakRate, speakDialogue } from '../dialogue.ts'
import { wordsOf } from '../score.ts'
import { type Clip, composeConversation, readClips } from './conversation.ts'
import { diarizationError, type SpokenTurn } from './diarization-error.ts'
import { type SaidWord, wrongSpeakers } from './speaker-words.ts'

const [audio = '', minutes = '60', speakerWeights = findWeights('campplus')] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bench-speakers-'))
const signal = new AbortController().signal
const modelPath = findWeights('whisper-base')
const engine = createSpeech({ engine: 'embedded', language: 'en', ffmpeg: 'none', modelFolder: folder, modelPath })
const model = await createSpeakerModelStore({ modelFolder: folder, modelPath: speakerWeights }).install()
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

try {
  if (audio) await conversations(readClips(audio))
  if (Number(minutes) > 0) await spokenDialogue(Number(minutes))
} finally {
  await engine.close()
  rmSync(folder, { recursive: true })
}

async function voicesOf(path: string, count: SpeakerCount): Promise<Voices> {
  let voices: Voices = { count: 0, turns: [] }
  const work = { kind: 'identify' as const, model, count }
  await runChild(
    { path, ffmpeg: 'none', work },
    {
      signal,
      onMessage(message) {
        if (message.type === 'voices') ({ voices } = message)
        return undefined
      },
    },
  )
  return voices
}

function reportError(title: string, turns: readonly SpokenTurn[], { count, turns: found }: Voices): number {
  const { missed, invented, confused, speech } = diarizationError(turns, found)
  const parts = `missed ${percent(missed / speech)}, invented ${percent(invented / speech)}, confused ${percent(confused / speech)}`
  const error = (missed + invented + confused) / speech
  console.log(`${title}: ${count} voices, error ${percent(error)} (${parts})`)
  return error
}

/** The crosstalk of the reference that was marked, and the marked seconds without crosstalk. */
function reportCrosstalk(turns: readonly SpokenTurn[], { turns: found }: Voices): void {
  const [spoken, marked] = [
    overlaps(turns),
    overlaps(found.map(({ voice, ...turn }) => ({ ...turn, speaker: `${voice}` }))),
  ]
  const shared = spoken.map((one) => marked.some((other) => other.start < one.end && one.start < other.end))
  const correct = marked.filter((one) => spoken.some((other) => other.start < one.end && one.start < other.end))
  console.log(
    `Crosstalk: ${shared.filter(Boolean).length} of ${spoken.length} marked; ${correct.length} of ${marked.length} marks are right`,
  )
}

function overlaps(turns: readonly SpokenTurn[]) {
  return turns.flatMap((turn, i) =>
    turns
      .slice(i + 1, i + 6)
      .map((other) => ({ start: Math.max(turn.start, other.start), end: Math.min(turn.end, other.end), other }))
      .filter(({ start, end, other }) => end - start > 0.1 && other.speaker !== turn.speaker),
  )
}

function reportWords(title: string, reference: readonly SaidWord[], segments: readonly Segment[]): void {
  const found = segments.flatMap(({ text, label = '' }) => wordsOf(text).map((word) => ({ word, speaker: label })))
  const { words, wrong } = wrongSpeakers(reference, found)
  console.log(`${title}: ${wrong} of ${words} recognized words (${percent(wrong / words)}) have the wrong speaker`)
}

function saidWords(spoken: readonly { speaker: string; text: string }[]): SaidWord[] {
  return spoken.flatMap(({ speaker, text }) => wordsOf(text).map((word) => ({ word, speaker })))
}

/** Conversations of human recordings: every pair of speakers, one voice alone, and three voices. */
async function conversations(clips: ReadonlyMap<string, readonly Clip[]>): Promise<void> {
  const speakers = [...clips].filter(([, speakerClips]) => seconds(speakerClips) > 3.5).map(([speaker]) => speaker)
  const pairs = speakers.flatMap((one, i) => speakers.slice(i + 1).map((other) => [one, other]))
  const errors: number[] = []
  for (const [seed, pair] of pairs.entries()) {
    const { samples, turns } = composeConversation(clips, { seconds: 120, speakers: pair, seed })
    const path = join(folder, 'conversation.wav')
    writeFileSync(path, encodeWav(samples))
    const voices = await voicesOf(path, 2)
    errors.push(reportError(pair.join(' and '), turns, voices))
    reportCrosstalk(turns, voices)
    const wholeConversation = composeConversation(clips, { seconds: 60, speakers: pair, seed, isWhole: true })
    writeFileSync(path, encodeWav(wholeConversation.samples))
    const { segments } = await engine.transcribe(path, { signal, onProgress: () => {} })
    reportWords(
      '  Words',
      saidWords(wholeConversation.spoken),
      assignSpeakers(segments, (await voicesOf(path, 2)).turns),
    )
  }
  console.log(`All pairs: error ${percent(errors.reduce((sum, error) => sum + error, 0) / errors.length)}`)
  for (const [expected, count] of [
    [1, 2],
    [1, 'auto'],
    [2, 'auto'],
    [3, 'auto'],
    [3, 3],
  ] as const) {
    const path = join(folder, 'conversation.wav')
    const { samples, turns } = composeConversation(clips, {
      seconds: 120,
      speakers: speakers.slice(-expected),
      seed: 1,
    })
    writeFileSync(path, encodeWav(samples))
    reportError(`${expected} speakers, count ${count}`, turns, await voicesOf(path, count))
  }
}

function seconds(clips: readonly Clip[]): number {
  return clips.reduce((sum, { samples }) => sum + samples.length, 0) / speechRate
}

async function spokenDialogue(length: number): Promise<void> {
  const { samples, sentences } = speakDialogue(length)
  const path = join(folder, 'dialogue.wav')
  writeFileSync(path, encodeWav(samples, espeakRate))
  const usage = watchChildren()
  const start = performance.now()
  const voices = await voicesOf(path, 2)
  const elapsed = (performance.now() - start) / 1000
  const { cpuSeconds, megabytes } = usage.stop()
  const figures = `${elapsed.toFixed(0)} s, ${cpuSeconds.toFixed(0)} processor seconds, ${megabytes.toFixed(0)} MB`
  console.log(`Dialogue of ${(samples.length / espeakRate / 60).toFixed(1)} minutes: ${figures}`)
  const turns = sentences.map(({ voice, ...sentence }) => ({ ...sentence, speaker: voice }))
  reportError('Dialogue', turns, voices)
  reportCrosstalk(turns, voices)
  const { segments } = await engine.transcribe(path, { signal, onProgress: () => {} })
  reportWords('Dialogue', saidWords(turns), assignSpeakers(segments, voices.turns))
}
