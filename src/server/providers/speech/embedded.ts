import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { abortable } from './abortable.ts'
import { ChildDied, runChild } from './child/host.ts'
import { WarmChild } from './child/warm.ts'
import { detected, mainLanguage } from './languages.ts'
import type { ModelStore } from './model-store.ts'
import type { InstalledModel } from './models.ts'
import { type Passage, type Segment, type Speech, SpeechError, type TranscribeOptions } from './port.ts'
import { sortByTime, steadyProgress } from './timeline.ts'

export interface EmbeddedOptions {
  store: ModelStore
  language: string
  ffmpeg?: FfmpegSetting
  /** The child program; tests use a stub recognizer. */
  program?: string
  /** The child program for live chunks, and the milliseconds that it stays loaded without work. */
  liveProgram?: string
  warmMs?: number
}

/** The segments so far, and the seconds of each channel that they cover. */
interface Finished {
  segments: Segment[]
  until: number[]
}

/**
 * Speech recognition on this machine by sherpa-onnx: one child process per recording, and one that stays loaded for live chunks.
 * Weights are downloaded on first use. A child that crashes during a recording is replaced once. The new child, or a later
 * run, continues after the last finished passage.
 */
export function createEmbeddedSpeech(setup: EmbeddedOptions): Speech {
  const { store, language, ffmpeg, program } = setup
  const closing = new AbortController()
  const warm = new WarmChild({ language, program: setup.liveProgram, idleMs: setup.warmMs })
  let hasAsked = false

  /** Transcribes the speech that `done` does not contain yet, and adds it to `done`. */
  async function listen(path: string, model: InstalledModel, done: Finished, options: TranscribeOptions) {
    const { signal, onProgress, isSpeakerPerChannel, vocabulary = [], onPassage } = options
    const work = { kind: 'transcribe' as const, model, language, vocabulary, finished: done.until }
    await runChild(
      { path, ffmpeg, isSpeakerPerChannel, work },
      {
        signal,
        program,
        onMessage(message) {
          if (message.type === 'progress') onProgress(message.share)
          if (message.type === 'segments') {
            const { channel, until, segments } = message
            add(done, { channel, until, segments })
            onPassage?.({ engine: engineOf(model), channel, until, segments })
          }
          return undefined
        },
      },
    )
  }

  return {
    status() {
      const installed = store.installed()
      const percent = installed ? null : store.percent()
      const state = installed ? 'ready' : percent === null ? 'unavailable' : 'installing'
      const usesVocabulary = installed?.joiner != null
      return { engine: 'embedded', state, percent, model: store.name, ...(usesVocabulary && { usesVocabulary }) }
    },
    async transcribe(path, options) {
      const signal = AbortSignal.any([options.signal, closing.signal])
      const onProgress = steadyProgress(options.onProgress)
      const model = await abortable(store.install(), signal)
      const done: Finished = { segments: [], until: [] }
      for (const passage of options.finished ?? []) if (passage.engine === engineOf(model)) add(done, passage)
      const run = () => listen(path, model, done, { ...options, signal, onProgress })
      await run().catch((cause: unknown) => {
        if (cause instanceof ChildDied) return run()
        throw cause
      })
      onProgress(1)
      const { segments } = done
      const spoken = language === detected ? (mainLanguage(segments) ?? 'und') : language
      return { segments: sortByTime(segments), language: spoken, engine: engineOf(model) }
    },
    async transcribeLive(samples, requestSignal) {
      const signal = AbortSignal.any([requestSignal, closing.signal])
      signal.throwIfAborted()
      const model = store.installed()
      if (model) return await warm.transcribeLive(model, samples, signal)
      // Starts the download now, because the end of the session needs the weights.
      if (!hasAsked) void store.install().catch(() => undefined)
      hasAsked = true
      throw new SpeechError('speech_unavailable', 'the weights are not there yet')
    },
    async close() {
      closing.abort(new Error('The speech engine is closed.'))
      warm.close()
      store.close()
    },
  }
}

const engineOf = (model: InstalledModel) => `sherpa-onnx ${model.name}`

function add(done: Finished, { channel, until, segments }: Omit<Passage, 'engine'>): void {
  done.segments.push(...segments)
  done.until[channel] = until
}
