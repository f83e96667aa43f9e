/** The part of sherpa-onnx-node that is used here; the package has no types. */
declare module 'sherpa-onnx-node' {
  interface SpeechStretch {
    /** Index of the first sample since the detector started. */
    start: number
    samples: Float32Array
  }

  class Vad {
    constructor(
      config: {
        sileroVad: {
          model: string
          threshold: number
          minSpeechDuration: number
          minSilenceDuration: number
          maxSpeechDuration: number
          windowSize: number
        }
        sampleRate: number
        numThreads: number
        debug: number
      },
      bufferSeconds: number,
    )
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(externalBuffer: boolean): SpeechStretch
    pop(): void
    flush(): void
    reset(): void
  }

  interface Stream {
    acceptWaveform(audio: { samples: Float32Array; sampleRate: number }): void
  }

  interface VoiceStream extends Stream {
    inputFinished(): void
  }

  class SpeakerEmbeddingExtractor {
    constructor(config: { model: string; numThreads: number; provider: 'cpu'; debug: number })
    createStream(): VoiceStream
    compute(stream: VoiceStream, externalBuffer: boolean): Float32Array
  }

  class OfflineSpeakerDiarization {
    constructor(config: {
      segmentation: { pyannote: { model: string }; numThreads: number; debug: number }
      embedding: { model: string; numThreads: number; debug: number }
      clustering: { numClusters: number; threshold: number }
      minDurationOn: number
      minDurationOff: number
    })
    /** Stretches of speech, each of one voice, in seconds. They overlap where two voices speak. */
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }

  interface ModelConfig {
    whisper?: { encoder: string; decoder: string; language: string; task: 'transcribe'; enableTokenTimestamps: number }
    transducer?: { encoder: string; decoder: string; joiner: string }
    modelType?: string
    /** The unit of hotwords, and a file with the parts of words and their ranks. */
    modelingUnit?: string
    bpeVocab?: string
    tokens: string
    numThreads: number
    provider: 'cpu'
    debug: number
  }

  interface RecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number }
    modelConfig: ModelConfig
    decodingMethod?: 'greedy_search' | 'modified_beam_search'
  }

  class OfflineRecognizer {
    constructor(config: RecognizerConfig)
    /** Changes the settings of Whisper. */
    setConfig(config: RecognizerConfig): void
    /** `hotwords` are separated by slashes. */
    createStream(hotwords?: string): Stream
    decode(stream: Stream): void
    /** `timestamps` is empty for models without times of tokens. */
    getResult(stream: Stream): { text: string; tokens: string[]; timestamps: number[]; lang?: string }
  }

  const sherpa: {
    Vad: typeof Vad
    OfflineRecognizer: typeof OfflineRecognizer
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
  }
  export default sherpa
  export type { OfflineRecognizer, Vad }
}
