import { speechRate } from '#shared/audio/speech-rate.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import type { Level, LiveChunk, RecorderState } from '../../recorder-state.ts'
import { createCapture, type OpenMicrophone, type Slice } from './capture.ts'
import { type Clock, elapsed, pauseClock, isGap, type Moment, resumeClock } from './recorded-time.ts'
import { type Limits, nextQuestion } from './limits.ts'
import type { CaptureMessage, Voice } from './audio-tap-messages.ts'
import { isSilent, loudness, nextSilenceMs } from './loudness.ts'
import { MicrophoneRefused, recordingError } from './microphone-error.ts'
import { isAllowed } from '../phases.ts'
import { sendEndMessages } from '../messages.ts'
import type { Store } from '../state-store.ts'

export type RecordingParts = { openMicrophone: OpenMicrophone; now: () => Moment; limits: Limits }

export type RecordingEvents = {
  /** Called with each slice and the recorded time at its end, in milliseconds. */
  onSlice: (slice: Slice, endsMs: number) => void
  onLevel: (level: Level) => void
  onLiveChunk: (liveChunk: LiveChunk) => void
  takeSegment: () => number
}

export type Recording = {
  /** Opens a microphone. @throws MicrophoneRefused */
  open: (deviceId: string | null) => Promise<void>
  /** Starts recording at this recorded time. @throws when the browser cannot record */
  begin: (fromMs: number) => void
  pause: () => void
  resume: () => void
  choose: (deviceId: string | null) => Promise<void>
  keepGoing: () => void
  /** Marks the recording as full and pauses it. */
  fill: () => void
  /** Resolves after the last slice, with the microphone released. The recording can be resumed. Never rejects. */
  stop: () => Promise<void>
}

const tickMs = 250
const tryAgainMs = 5000
/** Levels arrive ten times a second. If none arrives for this time, the browser does not process audio. */
const levelTimeoutMs = 5000

/** Records across pauses, lost microphones and sleep, and updates the recorder's state. */
export function createRecording(
  { now, limits, openMicrophone }: RecordingParts,
  store: Store<RecorderState>,
  { onSlice, onLevel, onLiveChunk, takeSegment }: RecordingEvents,
): Recording {
  let clock: Clock = { doneMs: 0, since: null }
  let lastSlice = now()
  let hasSlices = false
  let lastLevel = now()
  let lastTry = now()
  let isDenied = false
  let failure: string | null = null
  let isRecovering = false
  let hasRecorderFailed = false
  let quietMs = 0
  let questionMs = limits.longMs
  let liveChunkEndMs = new Map<Voice | undefined, number>()
  let beganMs = 0
  let ticking: ReturnType<typeof setInterval> | undefined
  let turn: Promise<void> = Promise.resolve()

  const phase = () => store.get().phase
  const fail = (error: string) => {
    failure = error
    store.set({ error })
  }

  const addSlice = (slice: Slice) => {
    const at = now()
    // A slice captured before a sleep is delivered after the sleep.
    if (phase() === 'recording' && isGap(lastSlice, at)) interrupt(lastSlice)
    lastSlice = at
    hasSlices = true
    onSlice(slice, elapsed(clock, at))
    tick()
  }

  const receiveTapMessage = (message: CaptureMessage) => {
    if (message.type === 'level') return updateLevel(message.rms)
    const endMs = elapsed(clock, now())
    const lengthMs = (message.samples.length / speechRate) * 1000
    const { voice } = message
    const startMs = Math.max(liveChunkEndMs.get(voice) ?? beganMs, endMs - lengthMs)
    liveChunkEndMs.set(voice, endMs)
    const wav = encodeWav(message.samples).buffer
    onLiveChunk({ start: startMs / 1000, end: endMs / 1000, wav, voice: voice ?? null })
  }

  const updateLevel = (rms: number) => {
    onLevel(loudness(rms))
    lastLevel = now()
    if (!store.get().hasLevel) store.set({ hasLevel: true })
    if (phase() !== 'recording') return
    quietMs = nextSilenceMs(quietMs, rms, 100)
    const { microphone } = store.get()
    if (microphone === 'ok' && isSilent(quietMs)) store.set({ microphone: 'silent' })
    if (microphone === 'silent' && quietMs === 0) store.set({ microphone: 'ok' })
  }

  const capture = createCapture(openMicrophone, {
    onSlice: addSlice,
    onTapMessage: receiveTapMessage,
    takeSegment,
    onMuted: (isMuted) => {
      quietMs = 0
      store.set({ microphone: isMuted ? 'muted' : 'ok' })
    },
    onLost: (error) => {
      hasSlices = false
      hasRecorderFailed = error !== null && capture.isLive()
      store.set({ microphone: hasRecorderFailed ? 'not recorded' : 'gone' })
      if (error !== null) fail(recordingError(error))
      if (phase() === 'recording') interrupt(now())
    },
  })

  // Microphone changes run one after the other. The phase may have changed by the time one runs.
  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const done = turn.then(task)
    turn = done.catch(() => undefined)
    return done
  }

  /** Ends the segment immediately, without waiting for microphone changes. Queued changes wait for the last slice. */
  const cut = (whenFailed: () => void | Promise<void>): Promise<void> => {
    const ending = capture.cut().catch(whenFailed)
    return enqueue(() => ending)
  }

  const free = async () => {
    void cut(() => fail('Failed to stop recording'))
    await enqueue(() => capture.close())
  }

  const open = async (deviceId: string | null) => {
    await capture.open(deviceId)
    isDenied = false
    store.set({ deviceId: capture.isChosen(deviceId) ? deviceId : null })
  }

  const record = () => {
    capture.record()
    lastSlice = now()
    lastLevel = lastSlice
    hasSlices = false
    quietMs = 0
    clock = resumeClock(clock, lastSlice)
    hasRecorderFailed = false
    ticking ??= setInterval(tick, tickMs)
    navigator.mediaDevices.addEventListener('devicechange', appeared)
    const { error, microphone } = store.get()
    store.set({
      phase: 'recording',
      ...(error === failure && { error: null }),
      ...(microphone === 'not recorded' && { microphone: 'ok' }),
    })
  }

  const couldNot = (error: unknown, fallback: string) => {
    isDenied = error instanceof MicrophoneRefused && error.isDenied
    fail(error instanceof MicrophoneRefused ? error.message : fallback)
  }

  const interrupt = (at: Moment) => {
    clock = pauseClock(clock, at)
    store.set({ phase: 'interrupted', elapsedMs: clock.doneMs })
    void recover()
  }

  const recover = async () => {
    if (isRecovering || phase() !== 'interrupted') return
    isRecovering = true
    lastTry = now()
    await enqueue(async () => {
      try {
        if (phase() !== 'interrupted') return
        // After sleep or a failure of the recorder, a working stream is reused, but only once.
        const isGood = capture.isLive() && (hasSlices || hasRecorderFailed)
        hasRecorderFailed = false
        if (isGood) await capture.cut()
        else await open(store.get().deviceId)
        if (phase() === 'interrupted') record()
      } catch (error) {
        await capture.close()
        store.set({ microphone: error instanceof MicrophoneRefused ? 'gone' : 'not recorded' })
        couldNot(error, 'Failed to resume recording')
      }
    })
    isRecovering = false
  }

  const tick = () => {
    const at = now()
    if (phase() === 'interrupted' && !isDenied && at.steady - lastTry.steady > tryAgainMs) void recover()
    if (phase() !== 'recording') return
    if (isGap(lastSlice, at)) return interrupt(lastSlice)
    // An AudioContext that never starts reports no error, e.g. in Firefox without an audio output.
    if (store.get().hasLevel && at.steady - lastLevel.steady > levelTimeoutMs) store.set({ hasLevel: false })
    const ms = elapsed(clock, at)
    if (Math.floor(ms / 1000) !== Math.floor(store.get().elapsedMs / 1000)) store.set({ elapsedMs: ms })
    if (ms >= limits.fullMs) fill()
    else if (ms >= questionMs) store.set({ isLong: true })
  }

  const fill = () => {
    clock = pauseClock(clock, now())
    void free()
    store.set({ phase: 'paused', elapsedMs: clock.doneMs, isFull: true, isLong: false })
  }

  const appeared = () => {
    isDenied = false
    void recover()
  }

  const resume = async () => {
    try {
      if (!capture.isLive()) await open(store.get().deviceId)
      if (phase() !== 'paused') return
      record()
    } catch (error) {
      couldNot(error, 'Failed to resume recording')
    }
  }

  return {
    open,
    begin: (fromMs) => {
      clock = { doneMs: fromMs, since: null }
      liveChunkEndMs = new Map()
      beganMs = fromMs
      questionMs = nextQuestion(fromMs, limits)
      record()
    },
    pause: () => {
      if (!isAllowed(phase(), 'pause')) return
      clock = pauseClock(clock, now())
      void cut(async () => {
        // A recorder that does not stop receives no more audio once its microphone is closed.
        await capture.close()
        fail('Failed to pause recording')
      })
      store.set({ phase: 'paused', elapsedMs: clock.doneMs })
    },
    resume: () => {
      if (!isAllowed(phase(), 'resume')) return
      if (store.get().isFull) return fail(sendEndMessages.full)
      void enqueue(resume)
    },
    choose: async (deviceId) => {
      if (!isAllowed(phase(), 'choose')) return
      if (phase() === 'idle') return store.set({ deviceId })
      await enqueue(async () => {
        if (!isAllowed(phase(), 'choose')) return
        try {
          await open(deviceId)
          if (phase() === 'recording' || phase() === 'interrupted') record()
          store.set({ error: null })
        } catch (error) {
          couldNot(error, 'Failed to resume recording')
        }
      })
    },
    keepGoing: () => {
      questionMs = nextQuestion(elapsed(clock, now()), limits)
      store.set({ isLong: false })
    },
    fill,
    stop: () => {
      clock = pauseClock(clock, now())
      store.set({ elapsedMs: clock.doneMs })
      clearInterval(ticking)
      ticking = undefined
      if ('mediaDevices' in navigator) navigator.mediaDevices.removeEventListener('devicechange', appeared)
      return free()
    },
  }
}
