import type { FfmpegSetting } from '#server/providers/media/ffmpeg.ts'
import { ChildDied, runChild } from './child/host.ts'
import type { ModelStore } from './model-store.ts'
import type { InstalledModel } from './models.ts'
import type { Segment, Speech, TranscribeOptions } from './port.ts'
import { inOrder, steadyProgress } from './timeline.ts'

export interface EmbeddedOptions {
  store: ModelStore
  language: string
  ffmpeg?: FfmpegSetting
  /** The child program; tests put a stub recogniser here. */
  program?: string
}

/**
 * Speech recognition on this machine by sherpa-onnx, in a child process for each recording. The weights are fetched when
 * they are first needed. A child that dies is tried once more.
 */
export function createEmbeddedSpeech({ store, language, ffmpeg, program }: EmbeddedOptions): Speech {
  const closing = new AbortController()

  async function listen(path: string, model: InstalledModel, { signal, onProgress }: TranscribeOptions) {
    const segments: Segment[] = []
    const work = { kind: 'transcribe' as const, model, language }
    await runChild(
      { path, ffmpeg, work },
      {
        signal,
        program,
        onMessage(message) {
          if (message.type === 'progress') onProgress(message.share)
          if (message.type === 'segment') segments.push(message.segment)
          return undefined
        },
      },
    )
    return segments
  }

  return {
    status() {
      const ready = store.installed() !== null
      const percent = ready ? null : store.percent()
      const state = ready ? 'ready' : percent === null ? 'unavailable' : 'installing'
      return { engine: 'embedded', state, percent, model: store.name }
    },
    async transcribe(path, options) {
      const signal = AbortSignal.any([options.signal, closing.signal])
      const onProgress = steadyProgress(options.onProgress)
      const model = await abortable(store.install(), signal)
      const hear = () => listen(path, model, { signal, onProgress })
      const segments = await hear().catch((cause: unknown) => {
        if (cause instanceof ChildDied) return hear()
        throw cause
      })
      onProgress(1)
      return { segments: inOrder(segments), language, engine: `sherpa-onnx ${model.name}` }
    },
    async close() {
      closing.abort(new Error('The speech engine is closed.'))
      store.close()
    },
  }
}

/** Leaves a wait that others share when the signal says so. */
async function abortable<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return Promise.race([wait, promise]).finally(() => signal.removeEventListener('abort', onAbort))
}
