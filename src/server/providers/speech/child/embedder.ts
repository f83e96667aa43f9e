import { speechRate } from '#shared/audio/speech-rate.ts'
import type { InstalledSpeakerModel } from '../speakers/models.ts'
import type { EmbedVoice } from './voice-windows.ts'

export type MakeEmbedder = (model: InstalledSpeakerModel) => Promise<EmbedVoice>

/** sherpa-onnx on one thread. Its native code ends the process for unsuitable models, so it runs in a child process. */
export const createSherpaEmbedder: MakeEmbedder = async ({ file }) => {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model: file, numThreads: 1, provider: 'cpu', debug: 0 })
  return (samples) => {
    const stream = extractor.createStream()
    stream.acceptWaveform({ samples, sampleRate: speechRate })
    stream.inputFinished()
    return extractor.compute(stream, false)
  }
}
