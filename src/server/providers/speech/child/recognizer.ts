import { speechRate } from '#shared/audio/speech-rate.ts'
import { detected } from '../languages.ts'
import type { InstalledModel } from '../models.ts'
import { prepareHotwords } from './hotwords.ts'

/** A part of a word, as the engine writes it, and its time in seconds from the start of the audio. */
export interface Token {
  text: string
  start: number
}

/** The text of some audio. The joined `tokens` give the text; the list is empty if the engine reports no times. */
export interface Recognition {
  text: string
  tokens: Token[]
  /** The detected language, if the engine detects it. */
  language?: string
}

/** Transcribes at most 30 seconds at a time. */
export interface Recognizer {
  /** `language` replaces the detection, which needs some seconds of speech. */
  recognize(samples: Float32Array, language?: string): Recognition
}

export interface RecognizerSettings {
  language: string
  /** Words that a transducer prefers. Whisper ignores them. */
  vocabulary?: readonly string[]
}

export type MakeRecognizer = (model: InstalledModel, settings: RecognizerSettings) => Promise<Recognizer>

/** sherpa-onnx on one thread. Its native code ends the process for unsuitable models, so it runs in a child process. */
export const createSherpaRecognizer: MakeRecognizer = async (model, { language, vocabulary = [] }) => {
  const { default: sherpa } = await import('sherpa-onnx-node')
  const { encoder, decoder, joiner, tokens } = model
  const common = { tokens, numThreads: 1, provider: 'cpu' as const, debug: 0 }
  // Whisper's own times of segments are off, because with them it sometimes skips the last sentences of the audio.
  const whisper = {
    encoder,
    decoder,
    // Without a language, multilingual weights detect it.
    language: language === detected ? '' : language,
    task: 'transcribe' as const,
    enableTokenTimestamps: 1,
  }
  const isDetecting = language === detected && !joiner
  await using hotwords = joiner ? await prepareHotwords(vocabulary, tokens) : null
  const hotwordOptions = hotwords && { modelingUnit: 'bpe', bpeVocab: hotwords.pieces }
  const config = {
    featConfig: { sampleRate: speechRate, featureDim: 80 },
    modelConfig: joiner
      ? { ...common, transducer: { encoder, decoder, joiner }, modelType: 'nemo_transducer', ...hotwordOptions }
      : { ...common, whisper },
    // Only this search supports hotwords. It is slower.
    ...(hotwords && { decodingMethod: 'modified_beam_search' as const }),
  }
  const recognizer = new sherpa.OfflineRecognizer(config)
  return {
    recognize(samples, known = '') {
      if (isDetecting)
        recognizer.setConfig({ ...config, modelConfig: { ...common, whisper: { ...whisper, language: known } } })
      const stream = hotwords ? recognizer.createStream(hotwords.text) : recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate: speechRate })
      recognizer.decode(stream)
      const { text, tokens: parts, timestamps, lang } = recognizer.getResult(stream)
      const timed = parts.map((part, i) => ({ text: part, start: timestamps[i] ?? 0 }))
      const fits = timestamps.length === parts.length && parts.join('').trim() === text.trim()
      return { text, tokens: fits ? timed : [], ...(isDetecting && lang && { language: lang }) }
    },
  }
}
