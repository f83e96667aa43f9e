import type { OpenMicrophone, Track } from './capture.ts'
import type { AudioTapMessage } from './audio-tap-messages.ts'
import type { SegmentEvents } from './segment.ts'

/** A track that tests can disconnect. */
export class PlayedTrack extends EventTarget implements Pick<Track, 'readyState' | 'muted' | 'getSettings'> {
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

/** Fake microphones. Text that a test says becomes a slice of the newest segment. */
export function playedSound() {
  const microphones: PlayedTrack[] = []
  const segments: SegmentEvents[] = []
  let receiveMessage: (message: AudioTapMessage) => void = () => {}
  let refusal: Error | null = null
  let isBroken = false
  let isStopBroken = false
  let stopping = Promise.resolve()
  let opening = Promise.resolve()
  let isSilent = false
  const running = new Set<SegmentEvents>()
  const requireWorking = () => {
    if (isStopBroken) throw new DOMException('The recorder is inactive', 'InvalidStateError')
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
          requireWorking()
          running.delete(events)
          await stopping
        }
        return { mediaType: 'audio/webm', stop }
      },
      listen: async (onMessage) => {
        receiveMessage = onMessage
        if (!isSilent) receiveMessage({ type: 'level', rms: 0.1 })
        return { listen: () => {}, close: () => {} }
      },
      close: () => track.stop(),
    }
  }

  return {
    openMicrophone,
    microphones,
    segments,
    /** Number of running recorders. */
    running: () => running.size,
    /** Delays the opening of microphones until this promise settles. */
    delayOpening: (promise: Promise<void>) => {
      opening = promise
    },
    /** After opening, microphones deliver no sound until `hear` is called. */
    beSilent: () => {
      isSilent = true
    },
    /** Delays the stopping of recorders until this promise settles. */
    delayStopping: (promise: Promise<void>) => {
      stopping = promise
    },
    say: (words: string) => segments.at(-1)?.onSlice(new Blob([words], { type: 'audio/webm' })),
    hear: (message: AudioTapMessage) => receiveMessage(message),
    /** Makes the opening of microphones fail with this error; with null, it succeeds again. */
    refuse: (error: Error | null) => {
      refusal = error
    },
    /** Makes every recorder fail to start. */
    breakDown: () => {
      isBroken = true
    },
    /** Makes the stopping of recorders fail. */
    breakStop: () => {
      isStopBroken = true
    },
    unplug: () => {
      const track = microphones.at(-1)
      track?.stop()
      track?.dispatchEvent(new Event('ended'))
    },
    mute: (isMuted: boolean) => microphones.at(-1)?.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute')),
  }
}
