import { toInt16 } from '#shared/audio/int16.ts'
import { speechRate } from '#shared/audio/speech-rate.ts'
import type { CutLimits } from './messages.ts'

/** A piece of a recording, in samples from its start. */
export interface CutPiece {
  start: number
  samples: Int16Array
}

/** Samples kept before and after speech, so that no consonant is lost. */
const margin = 0.2 * speechRate

/** Samples of the past that may still be needed, because speech is reported after it ended. */
const memory = 300 * speechRate

/**
 * Collects the speech of one channel in pieces that stay under a limit and end in silence. Pauses inside a piece stay,
 * so that speech missed by the voice detector is still transcribed.
 */
export class Cutter {
  limits: CutLimits
  #held: Int16Array[] = []
  #heldFrom = 0
  #position = 0
  #from = -1
  #to = -1
  #lastCut = 0
  /** A piece that later speech cannot extend. */
  #complete: CutPiece | null = null

  constructor(limits: CutLimits) {
    this.limits = limits
  }

  /** Adds audio before the voice detector gets it. */
  accept(samples: Float32Array): void {
    this.#held.push(toInt16(samples))
    this.#position += samples.length
    // Without this, a long silence would hold all its audio.
    if (this.#from >= 0 && this.#position - this.#to > memory + this.limits.silence * speechRate)
      this.#complete = this.flush()
    const needed = this.#from < 0 ? this.#position - memory : this.#from - margin
    for (let first = this.#held[0]; first && this.#heldFrom + first.length <= needed; first = this.#held[0]) {
      this.#heldFrom += first.length
      this.#held.shift()
    }
  }

  /** Adds a stretch of speech; returns the previous piece once it is complete. */
  speech(start: number, end: number): CutPiece | null {
    const open = this.#from >= 0
    const full = end - this.#from + 2 * margin > this.limits.longest * speechRate
    const apart = start - this.#to > this.limits.silence * speechRate
    const piece = this.#complete || (open && (full || apart)) ? this.flush() : null
    if (this.#from < 0) this.#from = start
    this.#to = end
    return piece
  }

  /** Ends and returns the open piece, if there is one. */
  flush(): CutPiece | null {
    const complete = this.#complete
    this.#complete = null
    if (complete || this.#from < 0) return complete
    const start = Math.max(this.#from - margin, this.#lastCut, this.#heldFrom)
    const end = Math.min(this.#to + margin, this.#position)
    this.#from = -1
    this.#lastCut = end
    return end > start ? { start, samples: this.#copy(start, end) } : null
  }

  #copy(start: number, end: number): Int16Array {
    const copy = new Int16Array(end - start)
    let at = this.#heldFrom
    for (const part of this.#held) {
      const from = Math.max(start, at)
      const to = Math.min(end, at + part.length)
      if (to > from) copy.set(part.subarray(from - at, to - at), from - start)
      at += part.length
    }
    return copy
  }
}
