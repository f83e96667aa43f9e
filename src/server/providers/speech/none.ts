import { type Speech, SpeechError } from './port.ts'

/** The engine of an installation without speech recognition: recordings are stored, transcripts come from files. */
export function createNoSpeech(): Speech {
  const refuse = () => Promise.reject(new SpeechError('speech_unavailable', 'no speech engine is set up'))
  return {
    status: () => ({ engine: 'none', state: 'unavailable', percent: null, model: null }),
    transcribe: refuse,
    transcribeLive: refuse,
    close: () => Promise.resolve(),
  }
}
