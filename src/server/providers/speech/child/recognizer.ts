import { speechRate } from '#shared/audio/speech-rate.ts'
import type { InstalledModel } from '../models.ts'

/** A part of a word, as the engine writes it, and its time in seconds from the start of the audio. */
export interface Token {
  text: string
  start: number
}

/** The text of some audio. `tokens` is empty if the engine reports no times; joined, they are the text. */
export interface Recognition {
  text: string
  tokens: Token[]
}

/** Transcribes at most 30 seconds at a time. */
export interface Recognizer {
  recognize(samples: Float32Array): Recognition
}

export type MakeRecognizer = (model: InstalledModel, language: string) => Promise<Recognizer>

/** sherpa-onnx on one thread. Its native code ends the process for unsuitable models, so it runs in a child process. */
export const createSherpaRecognizer: MakeRecognizer = async (model, language) => {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const { encoder, decoder, joiner, tokens } = model
  const common = { tokens, numThreads: 1, provider: 'cpu' as const, debug: 0 }
  // Whisper's own times of segments are off, because with them it sometimes skips the last sentences of the audio.
  const whisper = { encoder, decoder, language, task: 'transcribe' as const, enableTokenTimestamps: 1 }
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: speechRate, featureDim: 80 },
    modelConfig: joiner
      ? { ...common, transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
      : { ...common, whisper },
  })
  return {
    recognize(samples) {
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate: speechRate })
      recognizer.decode(stream)
      const { text, tokens: parts, timestamps } = recognizer.getResult(stream)
      const timed = parts.map((part, i) => ({ text: part, start: timestamps[i] ?? 0 }))
      const fits = timestamps.length === parts.length && parts.join('').trim() === text.trim()
      return { text, tokens: fits ? timed : [] }
    },
  }
}
