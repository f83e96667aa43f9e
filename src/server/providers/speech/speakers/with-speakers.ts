import { basename } from 'node:path'
import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import type { WeightsStore } from '../../weights/weights-store.ts'
import { abortable } from '../abortable.ts'
import { ChildDied, runChild, type RunOptions } from '../child/host.ts'
import type { IdentifyWork, ReadVoiceWork } from '../child/messages.ts'
import { type Segment, type Speech, SpeechError, type TranscribeOptions, type Transcription } from '../port.ts'
import { steadyProgress } from '../timeline.ts'
import { assignSpeakers, speakerLabel } from './assign.ts'
import type { InstalledSpeakerModel } from './models.ts'
import type { ReadVoice, SpeakerCount, Span, Voices } from './port.ts'

export interface SpeakerOptions {
  store: WeightsStore<InstalledSpeakerModel>
  count: SpeakerCount
  ffmpeg?: FfmpegSetting
  /** The child program; tests use a stub. */
  program?: string
}

type SpeakerWork = IdentifyWork | ReadVoiceWork
type Progress = (share: number) => void

/** Minimum seconds of clear speech of one person from which a voice is computed. */
const minSpeechSeconds = 20

/**
 * An engine whose transcripts have a label for each voice of a recording with one channel. It identifies voices in a
 * separate child process, after the transcription. If the identification fails, the transcript has no labels.
 */
export function withSpeakers(engine: Speech, { store, count, ffmpeg, program }: SpeakerOptions): Speech {
  const closing = new AbortController()

  /** Runs the work in a child, which is replaced once if it crashes. */
  async function run(path: string, work: SpeakerWork, { signal, onMessage }: RunOptions): Promise<void> {
    const once = () => runChild({ path, ffmpeg, work }, { signal, program, onMessage })
    await once().catch((cause: unknown) => {
      if (cause instanceof ChildDied) return once()
      throw cause
    })
  }

  async function identify(path: string, options: TranscribeOptions, onProgress: Progress): Promise<Voices> {
    const { signal, ownVoice } = options
    const model = await abortable(store.install(), signal)
    const known = ownVoice?.model === nameOf(model) ? ownVoice.direction : undefined
    let voices: Voices = { count: 0, turns: [] }
    await run(
      path,
      { kind: 'identify', model, count, known },
      {
        signal,
        onMessage(message) {
          if (message.type === 'progress') onProgress(message.share)
          if (message.type === 'voices') ({ voices } = message)
          return undefined
        },
      },
    )
    return voices
  }

  async function read(path: string, turns: readonly Span[], callerSignal: AbortSignal): Promise<ReadVoice> {
    const signal = AbortSignal.any([callerSignal, closing.signal])
    if (totalOf(turns) < minSpeechSeconds) return { problem: 'too short' }
    const model = await abortable(store.install(), signal)
    let result: ReadVoice = { problem: 'too short' }
    await run(
      path,
      { kind: 'read voice', model, turns },
      {
        signal,
        onMessage(message) {
          if (message.type !== 'voice' || message.seconds < minSpeechSeconds) return undefined
          const { direction } = message
          result = direction ? { voice: { model: nameOf(model), direction } } : { problem: 'mixed' }
          return undefined
        },
      },
    )
    return result
  }

  return {
    ...engine,
    status() {
      const percent = store.installed() ? null : store.percent()
      const speakers = store.installed() ? 'ready' : percent === null ? 'unavailable' : 'installing'
      return { ...engine.status(), speakers }
    },
    async transcribe(path, options) {
      const signal = AbortSignal.any([options.signal, closing.signal])
      // Downloads the weights during the transcription. A failure is reported later, when the weights are needed.
      void store.install().catch(() => undefined)
      const { segments, ...rest } = await engine.transcribe(path, { ...options, signal })
      const plain = { ...rest, segments: segments.map(withoutWords) }
      if (segments.length === 0 || segments.some(({ label }) => label !== undefined)) return plain
      const onProgress = steadyProgress(options.onSpeakers ?? (() => undefined))
      try {
        const { count: found, turns, own } = await identify(path, { ...options, signal }, onProgress)
        onProgress(1)
        if (found === 0) return plain
        if (found === 1) return { ...plain, voices: found }
        const ownLabel = own === undefined ? {} : { ownLabel: speakerLabel(own) }
        return { ...plain, voices: found, segments: assignSpeakers(segments, turns), ...ownLabel }
      } catch (error) {
        signal.throwIfAborted()
        return { ...plain, problem: reasonOf(error) } satisfies Transcription
      }
    },
    voices: {
      model() {
        const model = store.installed()
        return model && nameOf(model)
      },
      read,
    },
    async close() {
      closing.abort(new Error('The speech engine is closed.'))
      store.close()
      await engine.close()
    },
  }
}

/** Uses the name of the file, because the folder may be replaced by one with another model. */
const nameOf = ({ file }: InstalledSpeakerModel) => basename(file, '.onnx')

const totalOf = (spans: readonly Span[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0)

function withoutWords(segment: Segment): Segment {
  const copy = { ...segment }
  delete copy.words
  return copy
}

function reasonOf(error: unknown): string {
  return error instanceof SpeechError ? error.loggedReason : error instanceof Error ? error.name : 'unknown reason'
}
