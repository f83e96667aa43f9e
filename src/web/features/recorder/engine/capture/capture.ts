import type { AudioTap } from './audio-tap.ts'
import type { CaptureMessage } from './audio-tap-messages.ts'
import { MicrophoneRefused } from './microphone-error.ts'
import type { Segment, SegmentEvents } from './segment.ts'

/** The part of MediaStreamTrack that is used. */
export type Track = Pick<MediaStreamTrack, 'readyState' | 'muted' | 'addEventListener' | 'getSettings'>

/** An open microphone. */
export type Microphone = {
  track: Track
  /** Starts a segment. @throws DOMException when the browser cannot record it */
  begin: (events: SegmentEvents) => Segment
  listen: (onMessage: (message: CaptureMessage) => void) => Promise<AudioTap>
  /** Releases the device. */
  close: () => void
}

/** Opens a microphone. @throws MicrophoneRefused */
export type OpenMicrophone = (deviceId: string | null) => Promise<Microphone>

export type Slice = { data: Blob; segment: number; mediaType: string }

export type CaptureEvents = {
  onSlice: (slice: Slice) => void
  onTapMessage: (message: CaptureMessage) => void
  onMuted: (isMuted: boolean) => void
  /** Called if the microphone was disconnected or, with an error, if its recorder failed. Slices may still follow. */
  onLost: (error: unknown) => void
  /** Called for the first slice of a segment. Returns the number of the segment. */
  takeSegment: () => number
}

export type Capture = {
  /**
   * Opens a microphone and waits for its first sound, at most two seconds. Until then, the microphone that is open
   * keeps recording. @throws MicrophoneRefused; the previous one stays open
   */
  open(deviceId: string | null): Promise<void>
  /** Whether a microphone is open and live. */
  isLive(): boolean
  /** Whether this device is open. False if the browser's default replaced it. */
  isChosen(deviceId: string | null): boolean
  /** Starts a segment. @throws when the browser cannot record */
  record(): void
  /** Ends the segment immediately and keeps the microphone open. Resolves after the last slice. */
  cut(): Promise<void>
  /** Ends the segment and releases the microphone. */
  close(): Promise<void>
}

/**
 * Firefox delivers the first sound up to 1.5 s after it has opened a microphone. A microphone that is switched off
 * delivers none.
 */
const firstSoundMs = 2000

type Open = Microphone & { tap: Promise<AudioTap | null>; leave: AbortController }

/** Records one microphone at a time. */
export function createCapture(
  openMicrophone: OpenMicrophone,
  { onSlice, onTapMessage, onMuted, onLost, takeSegment }: CaptureEvents,
): Capture {
  let microphone: Open | null = null
  let current: Segment | null = null
  let begun = 0
  let newest = 0

  const listen = (isListening: boolean) => {
    void microphone?.tap.then((tap) => tap?.listen(isListening))
  }

  const release = () => {
    microphone?.leave.abort()
    microphone?.close()
    void microphone?.tap.then((tap) => tap?.close())
    microphone = null
  }

  const cut = async () => {
    const ending = current
    current = null
    listen(false)
    await ending?.stop()
  }

  const open = async (deviceId: string | null) => {
    const opened = await openMicrophone(deviceId)
    const { track } = opened
    const first = Promise.withResolvers<void>()
    // Without the audio tap there is no level meter and no live text, but recording continues.
    const tap = opened
      .listen((message) => {
        if (message.type === 'level' && message.rms > 0) first.resolve()
        if (microphone?.track === track) onTapMessage(message)
      })
      .catch(() => {
        first.resolve()
        return null
      })
    try {
      await soundOf(track, first.promise)
      if (track.readyState === 'ended') {
        throw new MicrophoneRefused('Recording error: the microphone was disconnected. Connect one and try again.')
      }
      await cut()
    } catch (error) {
      opened.close()
      void tap.then((opening) => opening?.close())
      throw error
    }
    release()
    const leave = new AbortController()
    const { signal } = leave
    track.addEventListener('ended', () => onLost(null), { signal })
    track.addEventListener('mute', () => onMuted(true), { signal })
    track.addEventListener('unmute', () => onMuted(false), { signal })
    microphone = { ...opened, tap, leave }
    onMuted(track.muted)
  }

  const begin = (opened: Open) => {
    const place = ++begun
    let number: number | null = null
    const segment: Segment = opened.begin({
      onSlice: (data) => {
        // The server accepts segments only in order. If a recorder stops too late, its last slice is dropped, so that
        // the session is not lost.
        if (place < newest) return
        newest = place
        number ??= takeSegment()
        onSlice({ data, segment: number, mediaType: data.type || segment.mediaType })
      },
      onError: (error) => {
        if (current !== segment) return
        // Slices that still arrive are stored. The next recording starts a new segment.
        current = null
        onLost(error)
      },
    })
    return segment
  }

  return {
    open,
    cut,
    isLive: () => microphone?.track.readyState === 'live',
    isChosen: (deviceId) => deviceId !== null && microphone?.track.getSettings().deviceId === deviceId,
    record: () => {
      if (!microphone) throw new Error('no microphone is open')
      current = begin(microphone)
      listen(true)
    },
    close: async () => {
      try {
        await cut()
      } finally {
        release()
      }
    },
  }
}

/** Resolves with the first sound of a microphone, or once it is clear that there will be none. */
function soundOf(track: Track, first: Promise<void>): Promise<void> {
  if (track.muted) return Promise.resolve()
  return new Promise((resolve) => {
    void first.then(resolve)
    track.addEventListener('ended', () => resolve(), { once: true })
    track.addEventListener('mute', () => resolve(), { once: true })
    setTimeout(resolve, firstSoundMs)
  })
}
