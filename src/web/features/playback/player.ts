import type { Playback } from '#shared/contract/recordings.ts'

/** A span of a recording in seconds. */
export type Span = { start: number; end: number }

export type PlayerState = {
  status: 'idle' | 'loading' | 'playing' | 'failed'
  span: Span | null
}

const idle: PlayerState = { status: 'idle', span: null }
/** How long before its expiry a link is renewed, because the player may request more audio later. */
const expiryMarginMs = 15_000
/** Seconds that must have played since the last new link before an error leads to another one. */
const retryDistance = 1

/** Plays spans of one recording, one at a time. Stops at the end of each. */
export class Player {
  readonly #open: () => Promise<Playback>
  readonly #onFailed: (error: unknown) => void
  readonly #audio: HTMLAudioElement
  readonly #listeners = new Set<() => void>()
  #state = idle
  #link: Playback | null = null
  #order = 0
  /** Position at which playback continued last with a new link. */
  #continuedAt = Number.NEGATIVE_INFINITY
  #frame = 0

  /** `onFailed` is called if the audio fails while it plays. */
  constructor(
    open: () => Promise<Playback>,
    onFailed: (error: unknown) => void,
    audio: HTMLAudioElement = new Audio(),
  ) {
    this.#open = open
    this.#onFailed = onFailed
    this.#audio = audio
    audio.preload = 'auto'
    audio.addEventListener('timeupdate', this.#stopAtEnd)
    audio.addEventListener('ended', this.stop)
    audio.addEventListener('pause', this.#stopIfPaused)
    audio.addEventListener('error', () => void this.#continue())
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Position in seconds from the start of the recording. */
  get position(): number {
    return this.#audio.currentTime
  }

  readonly getState = (): PlayerState => this.#state

  /** Plays a span from its start and stops the current one. Rejects if the audio cannot be loaded. */
  async play(span: Span): Promise<void> {
    const order = ++this.#order
    this.#continuedAt = Number.NEGATIVE_INFINITY
    this.#audio.pause()
    this.#set({ status: 'loading', span })
    try {
      await this.#start(span, false)
    } catch (error) {
      if (order !== this.#order) return
      try {
        // The link may have been revoked. Requesting a new one shows whether the audio is still available.
        if (this.#link === null) throw error
        await this.#start(span, true)
      } catch (again) {
        if (order !== this.#order) return
        this.#link = null
        this.#set({ status: 'failed', span })
        throw again
      }
    }
    if (order !== this.#order) return
    this.#set({ status: 'playing', span })
    this.#watch()
  }

  readonly stop = () => {
    this.#order++
    cancelAnimationFrame(this.#frame)
    this.#audio.pause()
    this.#set(idle)
  }

  async #start(span: Span, isRenewed: boolean): Promise<void> {
    const order = this.#order
    const isOver = this.#link === null || Date.parse(this.#link.expiresAt) - Date.now() < expiryMarginMs
    if (isRenewed || isOver) {
      this.#link = null
      const link = await this.#open()
      if (order !== this.#order) return
      this.#link = link
      this.#audio.src = link.url
      await this.#metadata()
    }
    if (order !== this.#order) return
    this.#audio.currentTime = span.start
    await this.#audio.play()
  }

  #metadata(): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        this.#audio.removeEventListener('loadedmetadata', loaded)
        this.#audio.removeEventListener('error', failed)
        end()
      }
      const loaded = settle(resolve)
      const failed = settle(() => reject(new Error('The audio could not be loaded.')))
      this.#audio.addEventListener('loadedmetadata', loaded)
      this.#audio.addEventListener('error', failed)
      this.#audio.load()
    })
  }

  // The browser pauses, for instance when headphones are disconnected.
  readonly #stopIfPaused = () => {
    if (this.#state.status === 'playing' && this.#audio.paused) this.stop()
  }

  /** Continues with a new link after an error, because the link may have expired. */
  async #continue(): Promise<void> {
    const { status, span } = this.#state
    if (status !== 'playing' || !span) return
    const order = ++this.#order
    cancelAnimationFrame(this.#frame)
    const start = this.#audio.currentTime
    this.#set({ status: 'loading', span })
    try {
      if (start < this.#continuedAt + retryDistance) throw new Error('The audio could not be loaded.')
      this.#continuedAt = start
      await this.#start({ start, end: span.end }, true)
    } catch (error) {
      if (order !== this.#order) return
      this.#link = null
      this.#audio.pause()
      this.#set({ status: 'failed', span })
      this.#onFailed(error)
      return
    }
    if (order !== this.#order) return
    this.#set({ status: 'playing', span })
    this.#watch()
  }

  // `timeupdate` fires only four times a second, but also in background tabs, where animation frames are not called.
  #watch() {
    this.#stopAtEnd()
    if (this.#state.status === 'playing') this.#frame = requestAnimationFrame(() => this.#watch())
  }

  readonly #stopAtEnd = () => {
    const { status, span } = this.#state
    if (status === 'playing' && span && this.#audio.currentTime >= span.end) this.stop()
  }

  #set(state: PlayerState) {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
