/** Time without input after which the user counts as away. */
const awayAfterMs = 60_000
/** Maximum time between two ticks that is counted. After a longer time, the machine has slept or the tab was frozen. */
const maxTickMs = 2000
/** Maximum time that one increment reports. The server rejects more. */
const maxIncrementMs = 60_000
const maxSnippets = 20

/** The work on a note since the last increment. */
export interface Work {
  activeMs: number
  snippets: number
}

/**
 * Measures the time in which a note is visible in a browser tab and its user is active. `now` returns milliseconds of a
 * monotonic clock. Opening the note counts as input.
 */
export class WorkMeter {
  readonly #now: () => number
  #lastTick: number
  #lastInput: number
  #activeMs = 0
  #snippets = 0

  constructor(now: () => number) {
    this.#now = now
    this.#lastTick = now()
    this.#lastInput = this.#lastTick
  }

  input(): void {
    this.#lastInput = this.#now()
  }

  addSnippet(): void {
    this.#snippets = Math.min(maxSnippets, this.#snippets + 1)
  }

  /** Counts the time since the last tick. To be called about once a second, and when the page is shown or hidden. */
  tick(isVisible: boolean): void {
    const now = this.#now()
    const passed = Math.min(now - this.#lastTick, maxTickMs)
    this.#lastTick = now
    if (isVisible && now - this.#lastInput < awayAfterMs)
      this.#activeMs = Math.min(maxIncrementMs, this.#activeMs + passed)
  }

  /** Returns the work since the last call, or null if there is too little to send. */
  take(minMs: number): Work | null {
    if (this.#activeMs < minMs && this.#snippets === 0) return null
    const work = { activeMs: Math.round(this.#activeMs), snippets: this.#snippets }
    this.#activeMs = 0
    this.#snippets = 0
    return work
  }

  /** Adds work again that could not be sent. */
  restore({ activeMs, snippets }: Work): void {
    this.#activeMs = Math.min(maxIncrementMs, this.#activeMs + activeMs)
    this.#snippets = Math.min(maxSnippets, this.#snippets + snippets)
  }
}
