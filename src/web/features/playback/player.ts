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

/** Plays spans of one recording, one at a time. Stops at the end of each. */
export class Player {
  readonly #open: () => Promise<Playback>
  readonly #audio: HTMLAudioElement
  readonly #listeners = new Set<() => void>()
  #state = idle
  #link: Playback | null = null
  #order = 0
  #frame = 0

  constructor(open: () => Promise<Playback>, audio: HTMLAudioElement = new Audio()) {
    this.#open = open
    this.#audio = audio
    audio.preload = 'auto'
    audio.addEventListener('timeupdate', this.#stopAtEnd)
    audio.addEventListener('ended', this.stop)
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
