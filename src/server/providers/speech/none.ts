import { type Speech, SpeechError } from './port.ts'

/** No engine is set up: recordings are kept, transcripts come from files. */
export function createNoSpeech(): Speech {
  return {
    status: () => ({ engine: 'none', state: 'unavailable', percent: null, model: null }),
    transcribe: () => Promise.reject(new SpeechError('speech_unavailable', 'no speech engine is set up')),
    close: () => Promise.resolve(),
  }
}
