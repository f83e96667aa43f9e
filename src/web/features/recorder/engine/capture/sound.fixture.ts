import type { OpenMicrophone, Track } from './capture.ts'
import type { AudioTapMessage } from './audio-tap-messages.ts'
import type { SegmentEvents } from './segment.ts'

/** A track that can be lost. */
class PlayedTrack extends EventTarget implements Pick<Track, 'readyState' | 'muted' | 'stop' | 'getSettings'> {
  readyState: MediaStreamTrackState = 'live'
  readonly muted = false
  readonly #deviceId: string

  constructor(deviceId: string) {
    super()
    this.#deviceId = deviceId
  }

  stop(): void {
    this.readyState = 'ended'
  }

  getSettings(): MediaTrackSettings {
    return { deviceId: this.#deviceId }
  }
}

/** Microphones played by hand: what is said comes out as a slice of the newest segment. */
export function playedSound() {
  const microphones: PlayedTrack[] = []
  const segments: SegmentEvents[] = []
  let hear: (message: AudioTapMessage) => void = () => {}
  let refusal: Error | null = null
  let isBroken = false
  let isJammed = false
  let stopping = Promise.resolve()
  let opening = Promise.resolve()
  const running = new Set<SegmentEvents>()
  const jams = () => {
    if (isJammed) throw new DOMException('The recorder is inactive', 'InvalidStateError')
  }

  const openMicrophone: OpenMicrophone = async (deviceId) => {
    await opening
    if (refusal) throw refusal
    const track = new PlayedTrack(deviceId ?? 'built-in')
    microphones.push(track)
    return {
      track,
      begin: (events) => {
        if (isBroken) throw new DOMException('It is broken', 'NotSupportedError')
        segments.push(events)
        running.add(events)
        const stop = async () => {
          jams()
          running.delete(events)
          await stopping
        }
        return { mediaType: 'audio/webm', stop }
      },
      listen: async (onMessage) => {
        hear = onMessage
        return { listen: () => {}, close: () => {} }
      },
    }
  }

  return {
    openMicrophone,
    microphones,
    segments,
    /** Recorders that were not stopped. */
    running: () => running.size,
    /** Microphones take until this settles to open. */
    openWith: (promise: Promise<void>) => {
      opening = promise
    },
    /** Recorders take until this settles to stop. */
    stopWith: (promise: Promise<void>) => {
      stopping = promise
    },
    say: (words: string) => segments.at(-1)?.onSlice(new Blob([words], { type: 'audio/webm' })),
    hear: (message: AudioTapMessage) => hear(message),
    /** The next microphones are not opened; null: they are again. */
    refuse: (error: Error | null) => {
      refusal = error
    },
    /** The browser cannot record. */
    breakDown: () => {
      isBroken = true
    },
    /** The browser's recorder no longer does what it is told. */
    jam: () => {
      isJammed = true
    },
    unplug: () => {
      const track = microphones.at(-1)
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
    },
    mute: (isMuted: boolean) => microphones.at(-1)?.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute')),
  }
}
