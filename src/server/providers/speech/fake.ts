import type { SpeechStatus } from '#shared/contract/transcripts.ts'
import type { Segment, Speech, TranscribeOptions } from './port.ts'

/** What the fake hears: the same for every file, or made up (or refused, by throwing) for each. */
export type FakeHearing = Segment[] | ((path: string, options: TranscribeOptions) => Segment[] | Promise<Segment[]>)

/** What the fake hears in a few seconds of audio. */
export type FakePieces = (samples: Int16Array, signal: AbortSignal) => string | Promise<string>

/** A speech engine for tests: answers at once, honours abort and progress as the real ones do. */
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
