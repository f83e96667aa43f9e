import { speechRate } from '#shared/audio/speech-rate.ts'
import { toInt16 } from '#shared/audio/int16.ts'
import { mixDown } from '#shared/audio/mix-down.ts'
import { Resampler } from '#shared/audio/resample.ts'
import type { AudioTapCommand, AudioTapMessage } from './audio-tap-messages.ts'

// Globals of the audio thread, which TypeScript's libraries do not declare.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const liveChunkSamples = 5 * speechRate

/** Taps the microphone on the audio thread. Sends levels all the time, and live chunks on command. */
class AudioTap extends AudioWorkletProcessor {
  #isListening = false
  #squares = 0
  #measured = 0
  #liveChunk = new Int16Array(liveChunkSamples)
  #filled = 0
  #resampler = new Resampler(sampleRate, speechRate)

  constructor() {
    super()
    this.port.addEventListener('message', ({ data }: MessageEvent<AudioTapCommand>) => {
      this.#isListening = data === 'listen'
    })
    this.port.start()
  }

  process(inputs: Float32Array[][]): boolean {
    const channels = inputs[0] ?? []
    if (channels.length === 0) return true
    const block = mixDown(channels)
    for (const sample of block) this.#squares += sample * sample
    this.#measured += block.length
    if (this.#measured >= sampleRate / 10) {
      this.#post({ type: 'level', rms: Math.sqrt(this.#squares / this.#measured) })
      this.#squares = 0
      this.#measured = 0
    }
    if (this.#isListening) this.#add(toInt16(this.#resampler.push(block)))
    return true
  }

  #add(samples: Int16Array): void {
    for (const sample of samples) {
      this.#liveChunk[this.#filled] = sample
      this.#filled += 1
      if (this.#filled === liveChunkSamples) this.#sendLiveChunk()
    }
  }

  #sendLiveChunk(): void {
    const samples = this.#liveChunk
    this.#liveChunk = new Int16Array(liveChunkSamples)
    this.#filled = 0
    this.#post({ type: 'live chunk', samples }, [samples.buffer])
  }

  #post(message: AudioTapMessage, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer)
  }
}

registerProcessor('attend-listener', AudioTap)
