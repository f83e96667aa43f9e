import type { SpeechStatus } from '#shared/contract/transcripts.ts'
import type { Segment, Speech, TranscribeOptions } from './port.ts'

/** The fake’s segments: the same for every file, or a function of the file, which may throw. */
export type FakeTranscription =
  | Segment[]
  | ((path: string, options: TranscribeOptions) => Segment[] | Promise<Segment[]>)

/** The fake's text for a live chunk. */
export type FakeLiveText = (samples: Int16Array, signal: AbortSignal) => string | Promise<string>

/** A speech engine for tests: responds immediately, and supports abort and progress like real ones. */
export function createFakeSpeech(
  transcription: FakeTranscription,
  status: Partial<SpeechStatus> = {},
  pieces: FakeLiveText = () => '',
): Speech {
  return {
    status: () => ({ engine: 'embedded', state: 'ready', percent: null, model: 'fake', ...status }),
    async transcribe(path, options) {
      options.signal.throwIfAborted()
      const segments = typeof transcription === 'function' ? await transcription(path, options) : transcription
      options.signal.throwIfAborted()
      options.onProgress(1)
      return { segments, language: 'en', engine: 'fake' }
    },
    async transcribeLive(samples, signal) {
      signal.throwIfAborted()
      const text = await pieces(samples, signal)
      signal.throwIfAborted()
      return text
    },
    close: () => Promise.resolve(),
  }
}
