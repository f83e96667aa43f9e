import { type AudioTapCommand, type AudioTapMessage, liveChunkRate } from './audio-tap-messages.ts'
import { createResampler } from './resample.ts'

// Globals of the audio thread, missing in TypeScript's libraries.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const pieceSamples = 5 * liveChunkRate

/** Taps the microphone on the audio thread: always levels, live chunks on command. */
class AudioTap extends AudioWorkletProcessor {
  #isListening = false
  #squares = 0
  #heard = 0
  #piece = new Int16Array(pieceSamples)
  #filled = 0
  #resampler = createResampler(sampleRate, liveChunkRate, (sample) => this.#add(sample))

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<AudioTapCommand>) => {
      this.#isListening = data === 'listen'
    })
    this.port.start()
  }

  process(inputs: Float32Array[][]): boolean {
    const channels = inputs[0] ?? []
    const [first] = channels
    if (!first) return true
    const block = channels.length === 1 ? first : first.map((_, index) => meanAt(channels, index))
    for (const sample of block) this.#squares += sample * sample
    this.#heard += block.length
    if (this.#heard >= sampleRate / 10) {
      this.#tell({ type: 'level', rms: Math.sqrt(this.#squares / this.#heard) })
      this.#squares = 0
      this.#heard = 0
    }
    if (this.#isListening) this.#resampler.push(block)
    return true
  }

  #add(sample: number): void {
    this.#piece[this.#filled] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)))
    this.#filled += 1
    if (this.#filled < pieceSamples) return
    const samples = this.#piece
    this.#piece = new Int16Array(pieceSamples)
    this.#filled = 0
    this.#tell({ type: 'piece', samples }, [samples.buffer])
  }

  #tell(message: AudioTapMessage, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer)
  }
}

function meanAt(channels: readonly Float32Array[], index: number): number {
  return channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length
}

registerProcessor('attend-listener', AudioTap)
