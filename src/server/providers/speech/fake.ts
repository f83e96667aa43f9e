import type { SpeechStatus } from '#shared/contract/transcripts.ts'
import type { Segment, Speech, TranscribeOptions } from './port.ts'

/** What the fake transcribes: the same for every file, or a function of the file, which may throw. */
export type FakeHearing = Segment[] | ((path: string, options: TranscribeOptions) => Segment[] | Promise<Segment[]>)

/** The fake's text for a live chunk. */
export type FakePieces = (samples: Int16Array, signal: AbortSignal) => string | Promise<string>

/** A speech engine for tests: responds at once, and supports abort and progress like real ones. */
export function createFakeSpeech(
  hearing: FakeHearing,
  status: Partial<SpeechStatus> = {},
  pieces: FakePieces = () => '',
): Speech {
  return {
    status: () => ({ engine: 'embedded', state: 'ready', percent: null, model: 'fake', ...status }),
    async transcribe(path, options) {
      options.signal.throwIfAborted()
      const segments = typeof hearing === 'function' ? await hearing(path, options) : hearing
      options.signal.throwIfAborted()
      options.onProgress(1)
      return { segments, language: 'en', engine: 'fake' }
    },
    async hear(samples, signal) {
      signal.throwIfAborted()
      const text = await pieces(samples, signal)
      signal.throwIfAborted()
      return text
    },
    close: () => Promise.resolve(),
  }
}
