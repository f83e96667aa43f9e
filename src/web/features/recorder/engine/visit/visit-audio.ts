import type { AudioTap } from '../capture/audio-tap.ts'
import { tapNode } from '../capture/audio-tap.ts'
import type { AudioTapMessage, CaptureMessage, Voice } from '../capture/audio-tap-messages.ts'
import type { Microphone, OpenMicrophone } from '../capture/capture.ts'
import { loudness, nextSilenceMs } from '../capture/loudness.ts'
import { MicrophoneRefused, recordingError } from '../capture/microphone-error.ts'
import { openMicrophoneStream } from '../capture/microphone.ts'
import { beginSegment } from '../capture/segment.ts'
import { createSignal, createStore } from '../state-store.ts'
import { isQuiet } from './echo.ts'
import { watchEcho } from './echo-watch.ts'
import { measureLag } from './lag.ts'
import { shareTab } from './tab-share.ts'
import { mixVoices, type VoiceMixer } from './voice-mixer.ts'

/** `closed`: a tab was shared, but its audio has ended. */
export type TabStatus = 'not shared' | 'canceled' | 'without sound' | 'failed' | 'shared' | 'closed'

/** The state of both voices of a video visit. */
export type VisitState = {
  tab: TabStatus
  isTabMuted: boolean
  isTabSilent: boolean
  /** Whether sound was detected since the tab was shared, or since the microphone was opened. */
  hasTabSound: boolean
  hasMicrophoneSound: boolean
  /** Name of the microphone in the browser; empty before the microphone is opened. */
  microphoneName: string
  /** Name of the microphone that replaced a lost one; null after it was announced. */
  changedTo: string | null
  hasEcho: boolean
  /** Whether the computer is too busy to process all audio. */
  isBehind: boolean
  /** User-facing message. */
  microphoneError: string | null
}

/** The audio of a video visit, before and during recording. Only `openMicrophone` may reject. */
export type VisitAudio = {
  readonly state: VisitState
  subscribe: (listener: () => void) => () => void
  /** Calls listeners about ten times a second while the microphone is open. */
  onLevel: Readonly<Record<Voice, (listener: (level: number) => void) => () => void>>
  /** Asks the user for the client's tab. If the user cancels, a tab that is already shared stays shared. */
  share: () => Promise<void>
  /** Opens the microphone for its meter, until the recorder opens it. */
  check: (deviceId: string | null) => Promise<void>
  /** Opens the microphone and mixes it with the tab's audio into one stereo stream for the recorder. */
  openMicrophone: OpenMicrophone
  /** Stops sharing and closes the microphone of `check`. The recorder closes its own. */
  close: () => void
}

/** Bit rate of the two voices in stereo. The channels stay 40 dB apart, and 50 minutes take 24 MB. */
const bitsPerSecond = 64_000
/** RMS above which a voice counts as audible; a quiet room is below. */
const audible = 0.003
/** Tenths of a second with sound after which a voice counts as detected. */
const detectedAfter = 3
/** Silence of the tab before a warning. It is long, because a client may be silent for a while. */
const tabSilentAfterMs = 60_000
/** For how many tenths of a second a changed microphone is announced. */
const announcedFor = 600

const nothing: VisitState = {
  tab: 'not shared',
  isTabMuted: false,
  isTabSilent: false,
  hasTabSound: false,
  hasMicrophoneSound: false,
  microphoneName: '',
  changedTo: null,
  hasEcho: false,
  isBehind: false,
  microphoneError: null,
}

export function createVisitAudio(): VisitAudio {
  const store = createStore<VisitState>(nothing)
  const levels = { therapist: createSignal<number>(), client: createSignal<number>() }
  const mixers = new Set<VoiceMixer>()
  let tab: MediaStreamTrack | null = null
  let preview: Microphone | null = null
  let checks = 0
  const loud: Record<Voice, number> = { therapist: 0, client: 0 }
  let tabQuietMs = 0
  let announced = 0
  let last: { deviceId: string | null; name: string } | null = null
  const echo = watchEcho((hasEcho) => store.set({ hasEcho }))

  const updateLevel = (voice: Voice, rms: number) => {
    levels[voice].emit(loudness(rms))
    if (rms > audible) loud[voice] += 1
    if (loud[voice] >= detectedAfter)
      store.set(voice === 'client' ? { hasTabSound: true } : { hasMicrophoneSound: true })
    if (voice === 'client') {
      tabQuietMs = nextSilenceMs(tabQuietMs, rms, 100)
      store.set({ isTabSilent: tabQuietMs >= tabSilentAfterMs })
    } else if (store.get().changedTo !== null && (announced += 1) > announcedFor) store.set({ changedTo: null })
  }

  /** The recorder receives the levels of the microphone only, but live chunks of both voices. */
  const receive = (voice: Voice, message: AudioTapMessage, onMessage: (message: CaptureMessage) => void) => {
    if (message.type === 'level') {
      updateLevel(voice, message.rms)
      if (voice === 'therapist') onMessage(message)
      return
    }
    echo.add(voice, message.samples, performance.now())
    if (!isQuiet(message.samples)) onMessage({ ...message, voice })
  }

  const tapVoices = async (mixer: VoiceMixer, onMessage: (message: CaptureMessage) => void): Promise<AudioTap> => {
    const isLate = measureLag()
    const taps = await Promise.all([
      tapNode(mixer.microphone, (message) => {
        store.set({ isBehind: isLate(performance.now(), mixer.audioMs()) })
        receive('therapist', message, onMessage)
      }),
      tapNode(mixer.tab, (message) => receive('client', message, onMessage)),
    ])
    return {
      listen: (isListening) => taps.forEach((tap) => tap.listen(isListening)),
      close: () => taps.forEach((tap) => tap.close()),
    }
  }

  /** If the same device was requested but another microphone was opened, the browser replaced it. */
  const noteMicrophone = (deviceId: string | null, name: string) => {
    const isSame = last?.name === name
    const isReplaced = last !== null && !isSame && last.deviceId === deviceId
    last = { deviceId, name }
    store.set({ microphoneName: name, microphoneError: null })
    if (isSame) return
    loud.therapist = 0
    announced = 0
    store.set({ hasMicrophoneSound: false, changedTo: isReplaced ? name : null })
  }

  const open = async (deviceId: string | null): Promise<Microphone> => {
    // The browser removes the sound of its own tabs from the microphone, as in a call.
    const { stream, track } = await openMicrophoneStream(deviceId, { echoCancellation: true })
    let mixer: VoiceMixer
    try {
      mixer = mixVoices(stream)
    } catch (error) {
      track.stop()
      throw new MicrophoneRefused(recordingError(error), { cause: error })
    }
    mixers.add(mixer)
    if (tab) mixer.play(tab)
    noteMicrophone(deviceId, track.label)
    return {
      track,
      begin: (events) => beginSegment(mixer.stream, events, bitsPerSecond),
      listen: (onMessage) => tapVoices(mixer, onMessage),
      close: () => {
        mixers.delete(mixer)
        mixer.close()
        track.stop()
      },
    }
  }

  const endPreview = () => {
    checks += 1
    preview?.close()
    preview = null
  }

  const check = async (deviceId: string | null): Promise<void> => {
    endPreview()
    const number = checks
    const isCurrent = () => number === checks
    try {
      const opened = await open(deviceId)
      if (!isCurrent()) return opened.close()
      preview = opened
      opened.track.addEventListener('ended', () => isCurrent() && void check(deviceId))
      await opened.listen(() => undefined)
    } catch (error) {
      if (!isCurrent()) return
      const microphoneError = error instanceof MicrophoneRefused ? error.message : recordingError(error)
      store.set({ microphoneError, hasMicrophoneSound: false })
    }
  }

  const setTab = (track: MediaStreamTrack) => {
    tab?.stop()
    tab = track
    loud.client = 0
    tabQuietMs = 0
    const isCurrent = () => tab === track
    track.addEventListener('ended', () => isCurrent() && store.set({ tab: 'closed', isTabMuted: false }))
    track.addEventListener('mute', () => isCurrent() && store.set({ isTabMuted: true }))
    track.addEventListener('unmute', () => isCurrent() && store.set({ isTabMuted: false }))
    for (const mixer of mixers) mixer.play(track)
    store.set({ tab: 'shared', isTabMuted: track.muted, isTabSilent: false, hasTabSound: false })
  }

  return {
    get state() {
      return store.get()
    },
    subscribe: store.subscribe,
    onLevel: { therapist: levels.therapist.on, client: levels.client.on },
    share: async () => {
      const share = await shareTab()
      if (share.result === 'shared') setTab(share.track)
      else if (store.get().tab !== 'shared') store.set({ tab: share.result })
    },
    check,
    openMicrophone: async (deviceId) => {
      const opened = await open(deviceId)
      endPreview()
      return opened
    },
    close: () => {
      endPreview()
      tab?.stop()
      tab = null
      store.set(nothing)
    },
  }
}
