import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import type { WeightsStore } from '../../weights/weights-store.ts'
import { abortable } from '../abortable.ts'
import { ChildDied, runChild } from '../child/host.ts'
import { type Segment, type Speech, SpeechError, type Transcription } from '../port.ts'
import { steadyProgress } from '../timeline.ts'
import { assignSpeakers } from './assign.ts'
import type { InstalledSpeakerModel } from './models.ts'
import type { SpeakerCount, Voices } from './port.ts'

export interface SpeakerOptions {
  store: WeightsStore<InstalledSpeakerModel>
  count: SpeakerCount
  ffmpeg?: FfmpegSetting
  /** The child program; tests use a stub. */
  program?: string
}

/**
 * An engine whose transcripts have a label for each voice of a recording with one channel. It identifies voices in a
 * child process of its own, after the transcription. If that fails, the transcript is as without it.
 */
export function withSpeakers(engine: Speech, { store, count, ffmpeg, program }: SpeakerOptions): Speech {
  const closing = new AbortController()

  async function identify(path: string, signal: AbortSignal, onProgress: (share: number) => void): Promise<Voices> {
    const model = await abortable(store.install(), signal)
    let voices: Voices = { count: 0, turns: [] }
    const run = () =>
      runChild(
        { path, ffmpeg, work: { kind: 'identify', model, count } },
        {
          signal,
          program,
          onMessage(message) {
            if (message.type === 'progress') onProgress(message.share)
            if (message.type === 'voices') ({ voices } = message)
            return undefined
          },
        },
      )
    await run().catch((cause: unknown) => {
      if (cause instanceof ChildDied) return run()
      throw cause
    })
    return voices
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
      // Downloads the weights during the transcription. A failure is reported when they are needed.
      void store.install().catch(() => undefined)
      const { segments, ...rest } = await engine.transcribe(path, { ...options, signal })
      const plain = { ...rest, segments: segments.map(withoutWords) }
      if (segments.length === 0 || segments.some(({ label }) => label !== undefined)) return plain
      const onProgress = steadyProgress(options.onSpeakers ?? (() => undefined))
      try {
        const { count: found, turns } = await identify(path, signal, onProgress)
        onProgress(1)
        if (found === 0) return plain
        return { ...plain, voices: found, ...(found > 1 && { segments: assignSpeakers(segments, turns) }) }
      } catch (error) {
        signal.throwIfAborted()
        return { ...plain, problem: reasonOf(error) } satisfies Transcription
      }
    },
    async close() {
      closing.abort(new Error('The speech engine is closed.'))
      store.close()
      await engine.close()
    },
  }
}

function withoutWords(segment: Segment): Segment {
  const copy = { ...segment }
  delete copy.words
  return copy
}

function reasonOf(error: unknown): string {
  return error instanceof SpeechError ? error.loggedReason : error instanceof Error ? error.name : 'unknown reason'
}
