import { speechRate } from '#shared/audio/speech-rate.ts'
import { type DecodedAudio, decodeAudio, shareOf } from '#server/providers/media/decode.ts'
import { FfmpegError } from '#server/providers/media/ffmpeg.ts'
import { MediaError } from '#server/providers/media/media-error.ts'
import { channelLabel, SpeechError } from '../port.ts'
import { Cutter } from './cutter.ts'
import { createLoudnessDetector } from './loudness.ts'
import { createSherpaEmbedder, type MakeEmbedder } from './embedder.ts'
import { createSherpaOverlapFinder } from './overlap-finder.ts'
import { identifyVoices } from './identify.ts'
import type {
  CutLimits,
  FailedTask,
  FromChild,
  IdentifyWork,
  Piece,
  ReadVoiceWork,
  Task,
  ToChild,
  TranscribedPassage,
} from './messages.ts'
import { readVoice } from './read-voice.ts'
import type { MakeRecognizer, Recognizer } from './recognizer.ts'
import { PassageTranscriber } from './transcribe.ts'
import {
  createVoiceDetector,
  restOf,
  type ReusableDetector,
  startingAfter,
  type Stretch,
  type VoiceDetector,
} from './voice.ts'

/** Does one task for the parent process, then ends. Also ends when the parent ends. */
export function serve(makeRecognizer: MakeRecognizer, makeEmbedder: MakeEmbedder = createSherpaEmbedder): void {
  process.once('disconnect', () => process.exit(0))
  process.once('message', (message: ToChild) => {
    if (message.type === 'start') void perform(message.task, makeRecognizer, makeEmbedder)
  })
}

async function perform(task: Task, makeRecognizer: MakeRecognizer, makeEmbedder: MakeEmbedder): Promise<void> {
  try {
    await listen(task, makeRecognizer, makeEmbedder)
    await send({ type: 'done' })
  } catch (cause) {
    await send({ type: 'failed', ...explain(cause) })
  }
  process.exit(0)
}

/** The reason of a failure, for the parent. */
export function explain(cause: unknown): FailedTask {
  const detail = cause instanceof Error ? cause.message : 'unknown reason'
  if (cause instanceof SpeechError) return { code: cause.code, detail, transient: cause.transient }
  if (cause instanceof FfmpegError) return { code: 'transcription_failed', detail, transient: cause.transient }
  return { code: cause instanceof MediaError ? cause.code : 'transcription_failed', detail, transient: false }
}

function send(message: FromChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()))
}

type ListeningWork = Exclude<Task['work'], IdentifyWork | ReadVoiceWork>

/** Receives the audio of a channel, each stretch of speech in it, and its end. */
interface Listener {
  accept(samples: Float32Array): void
  speech(stretch: Stretch): Promise<void>
  end(): Promise<void>
}

async function listen(
  { path, ffmpeg, isSpeakerPerChannel, work }: Task,
  makeRecognizer: MakeRecognizer,
  makeEmbedder: MakeEmbedder,
): Promise<void> {
  const signal = new AbortController().signal
  const audio = await decodeAudio(path, { ffmpeg, signal, isSpeakerPerChannel })
  if (work.kind === 'identify' || work.kind === 'read voice') return analyzeVoices(audio, work, makeEmbedder)
  const listenerFor = await listenersFor(work, makeRecognizer)
  const skipped = work.kind === 'transcribe' ? skippedSamples(work.finished, audio.channels) : 0
  const lanes: Lane[] = []
  for (let channel = 0; channel < audio.channels; channel++) {
    const label = audio.channels > 1 ? { label: channelLabel(channel + 1) } : {}
    const detector = startingAfter(skipped, await detectorFor(work))
    lanes.push({ detector, listener: listenerFor(channel, label) })
  }
  await run(audio, lanes, skipped)
}

/** Finds the voices of a recording, or computes the voice of one person. */
async function analyzeVoices(
  audio: DecodedAudio,
  work: IdentifyWork | ReadVoiceWork,
  makeEmbedder: MakeEmbedder,
): Promise<void> {
  const embed = await makeEmbedder(work.model)
  const detector = await needVoiceDetector()
  const onProgress = (share: number) => send({ type: 'progress', share })
  if (work.kind === 'read voice')
    return send({ type: 'voice', ...(await readVoice(audio, { detector, embed, turns: work.turns, onProgress })) })
  const overlaps = await createSherpaOverlapFinder(work.model)
  const { count, known } = work
  const voices = await identifyVoices(audio, { detector, embed, overlaps, count, known, onProgress })
  return send({ type: 'voices', voices })
}

interface Lane {
  detector: VoiceDetector
  listener: Listener
}

/** Seconds before the first unfinished speech that are searched again, to find a pause between words. */
const overlapSeconds = 20

function skippedSamples(finished: readonly number[], channels: number): number {
  const until = Math.min(...Array.from({ length: channels }, (_, channel) => finished[channel] ?? 0))
  return Math.floor(Math.max(0, until - overlapSeconds) * speechRate)
}

/** An endpoint works without the voice model. The local recognizer needs the library of that model anyway. */
async function detectorFor(work: ListeningWork): Promise<VoiceDetector> {
  return work.kind === 'cut' ? createVoiceDetector().catch(() => createLoudnessDetector()) : needVoiceDetector()
}

/** @throws SpeechError on machines without support by the native library */
export async function needVoiceDetector(): Promise<ReusableDetector> {
  return createVoiceDetector().catch((cause: unknown) => {
    throw new SpeechError('speech_unavailable', 'the native speech library does not load here', false, { cause })
  })
}

/** Reports no progress for the samples that are skipped. */
async function run(audio: DecodedAudio, lanes: Lane[], skipped: number): Promise<void> {
  let seconds = 0
  for await (const block of audio.blocks) {
    for (const [i, { detector, listener }] of lanes.entries()) {
      const samples = block[i] ?? new Float32Array(0)
      listener.accept(samples)
      for (const stretch of detector.accept(samples)) await listener.speech(stretch)
    }
    seconds += (block[0]?.length ?? 0) / speechRate
    await send({ type: 'progress', share: seconds * speechRate > skipped ? shareOf(audio, seconds) : 0 })
  }
  for (const { detector, listener } of lanes) {
    for (const stretch of detector.flush()) await listener.speech(stretch)
    await listener.end()
  }
}

async function listenersFor(
  work: ListeningWork,
  makeRecognizer: MakeRecognizer,
): Promise<(channel: number, label: { label?: string }) => Listener> {
  if (work.kind === 'cut') return (_, label) => cutting(work.limits, label)
  const recognizer = await makeRecognizer(work.model, work)
  return (channel, label) => transcribing(recognizer, channel, label, work.finished[channel] ?? 0)
}

/** Sends the sentences of each passage after `finished`, in seconds. */
function transcribing(recognizer: Recognizer, channel: number, label: { label?: string }, finished: number): Listener {
  const transcriber = new PassageTranscriber(recognizer, label)
  const report = async (passage: TranscribedPassage | null) => {
    if (passage) await send({ type: 'segments', channel, ...passage })
  }
  return {
    accept: (samples) => transcriber.accept(samples),
    async speech(stretch) {
      const rest = restOf(stretch, Math.round(finished * speechRate))
      if (rest) await report(transcriber.speech(rest))
    },
    end: () => report(transcriber.flush()),
  }
}

/** Sends one piece, then waits until the parent asks for the next. */
function cutting(limits: CutLimits, label: { label?: string }): Listener {
  const cutter = new Cutter(limits)
  const sendPiece = async (cut: ReturnType<Cutter['flush']>) => {
    if (!cut) return
    const end = (cut.start + cut.samples.length) / speechRate
    const piece: Piece = { start: cut.start / speechRate, end, samples: cut.samples, ...label }
    const answer = new Promise<CutLimits>((resolve) => {
      process.once('message', (message: ToChild) => message.type === 'next' && resolve(message.limits))
    })
    await send({ type: 'piece', piece })
    cutter.limits = await answer
  }
  return {
    accept: (samples) => cutter.accept(samples),
    speech: ({ start, samples }) => sendPiece(cutter.speech(start, start + samples.length)),
    end: () => sendPiece(cutter.flush()),
  }
}
