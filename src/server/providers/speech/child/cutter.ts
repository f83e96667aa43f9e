import { speechRate, toInt16 } from '#server/providers/media/pcm.ts'
import type { CutLimits } from './messages.ts'

/** A piece in samples from the start of the recording. */
export interface CutPiece {
  start: number
  samples: Int16Array
}

/** Kept before and after speech, so that no consonant is lost. Samples. */
const margin = 0.2 * speechRate

/** A stretch of speech is reported after it ended; so much of the past may still be asked for. Samples. */
const memory = 60 * speechRate

/**
 * Gathers the speech of one channel into pieces that stay under a limit and end in silence. The pauses inside a piece are
 * the recording's own, so that what the voice detector missed is still heard.
 */
export class Cutter {
  limits: CutLimits
  #held: Int16Array[] = []
  #heldFrom = 0
  #position = 0
  #from = -1
  #to = -1
  #lastCut = 0

  constructor(limits: CutLimits) {
    this.limits = limits
  }

  /** Audio that the voice detector is about to see. */
  accept(samples: Float32Array): void {
    this.#held.push(toInt16(samples))
    this.#position += samples.length
    const needed = this.#from < 0 ? this.#position - memory : this.#from - margin
    for (let first = this.#held[0]; first && this.#heldFrom + first.length <= needed; first = this.#held[0]) {
      this.#heldFrom += first.length
      this.#held.shift()
    }
  }

  /** A stretch of speech; returns the piece before it when that is complete. */
  speech(start: number, end: number): CutPiece | null {
    const open = this.#from >= 0
    const full = end - this.#from + 2 * margin > this.limits.longest * speechRate
    const apart = start - this.#to > this.limits.silence * speechRate
    const piece = open && (full || apart) ? this.flush() : null
    if (this.#from < 0) this.#from = start
    this.#to = end
    return piece
  }

  /** The piece that is still open, if any. */
  flush(): CutPiece | null {
    if (this.#from < 0) return null
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
