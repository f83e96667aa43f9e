import { afterEach, beforeEach, vi } from 'vitest'
import type { LiveChunk, RecorderState } from '../../recorder-state.ts'
import { MicrophoneRefused } from './microphone-error.ts'
import { createRecording } from './recording.ts'
import { playedSound } from './sound.fixture.ts'
import { createStore } from '../state-store.ts'

export const minute = 60_000
export const unplugged = new MicrophoneRefused('Recording error: no microphone was found. Connect one and try again.')
let devices = new EventTarget()

/** The browser's list of audio devices, which reports changes. */
export const currentDevices = () => devices

/** Starts a recording with a fake microphone and a fake clock. */
export async function begin({ longMs = 90 * minute, fullMs = 240 * minute, deviceId = null as string | null } = {}) {
  const played = playedSound()
  const store = createStore<RecorderState>({
    phase: 'starting',
    sessionId: 's',
    elapsedMs: 0,
    capturedMs: 0,
    storedMs: 0,
    savedMs: 0,
    line: 'sending',
    microphone: 'ok',
    hasLevel: true,
    deviceId,
    isScreenKeptAwake: false,
    isLong: false,
    isFull: false,
    isOtherIdentity: false,
    error: null,
  })
  let now = { wall: 1_000_000, steady: 0 }
  let nextSegment = 0
  const slices: { segment: number; endsMs: number }[] = []
  const levels: number[] = []
  const liveChunks: LiveChunk[] = []
  const recording = createRecording(
    { openMicrophone: played.openMicrophone, now: () => now, limits: { longMs, fullMs } },
    store,
    {
      onSlice: ({ segment }, endsMs) => slices.push({ segment, endsMs }),
      onLevel: (level) => levels.push(level),
      onLiveChunk: (liveChunk) => liveChunks.push(liveChunk),
      takeSegment: () => nextSegment++,
    },
  )
  await recording.open(deviceId)
  recording.begin(0)
  const pass = (ms: number, steady = ms) => {
    now = { wall: now.wall + ms, steady: now.steady + steady }
  }
  return {
    ...played,
    recording,
    slices,
    levels,
    liveChunks,
    pass,
    state: () => store.get(),
    /** Records slices of half a second. */
    record: async (count = 1) => {
      for (let slice = 0; slice < count; slice++) {
        pass(500)
        played.say('sound')
        await settle()
      }
    },
  }
}

export const settle = () => vi.advanceTimersByTimeAsync(0)

/** Gives each test of the file a fake clock and a fake list of devices. */
export function useFakeBrowser() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    devices = new EventTarget()
    vi.stubGlobal('navigator', { mediaDevices: devices })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
