import { speechRate } from '#shared/audio/speech-rate.ts'
import type { InstalledModel } from '../models.ts'

/** The words of one stretch of speech of at most 30 seconds. */
export interface Recognizer {
  recognize(samples: Float32Array): string
}

export type MakeRecognizer = (model: InstalledModel, language: string) => Promise<Recognizer>

/** sherpa-onnx on one thread. Its native code ends the process for unsuitable models, so it runs in a child process. */
export const createSherpaRecognizer: MakeRecognizer = async (model, language) => {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const { encoder, decoder, joiner, tokens } = model
  const common = { tokens, numThreads: 1, provider: 'cpu' as const, debug: 0 }
  const recognizer = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: speechRate, featureDim: 80 },
    modelConfig: joiner
      ? { ...common, transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer' }
      : { ...common, whisper: { encoder, decoder, language, task: 'transcribe' } },
  })
  return {
    recognize(samples) {
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate: speechRate })
      recognizer.decode(stream)
      return recognizer.getResult(stream).text
    },
  }
}
