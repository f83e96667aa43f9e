import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import type { OwnRecording } from '#shared/contract/recordings.ts'
import type { RecorderState } from '../recorder-state.ts'
import { playedSound } from './capture/sound.fixture.ts'
import { chunkServer, type RequestOutcome } from './chunks/chunk-server.fixture.ts'
import { openChunkStore } from './chunks/chunk-store.ts'
import { createMachine, type Parts } from './recorder-machine.ts'

export const minute = 60_000
let sessions = 0

/** A response of the server that refuses a call. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Creates a recorder with a fake microphone, a fake clock and a scripted server. */
export function setUp(outcomes: readonly RequestOutcome[] = [], changes: Partial<Parts> = {}) {
  const played = playedSound()
  const server = chunkServer(outcomes)
  const sessionId = `session ${++sessions}`
  let now = { wall: 1_000_000, steady: 0 }
  const createOwnRecording = (): OwnRecording => ({
    sessionId,
    clientId: 'c',
    startedAt: '2026-01-02T10:00:00Z',
    ...server.stored(),
    nextSegment: server.nextSegment(),
    lastChunkAt: null,
    endedAt: null,
    isVideoVisit: false,
    unsentKey: btoa(String.fromCharCode(...new Uint8Array(32).fill(9))),
  })
  const calls = {
    start: vi.fn<Parts['calls']['start']>(async () => createOwnRecording()),
    live: vi.fn<Parts['calls']['live']>(async () => createOwnRecording()),
    end: vi.fn<Parts['calls']['end']>(async () => ({ sessionId })),
    discard: vi.fn<Parts['calls']['discard']>(async () => ({ discarded: true })),
  }
  const released = vi.fn<() => void>()
  const parts: Parts = {
    openMicrophone: played.openMicrophone,
    openChunkStore: countedStore,
    putChunks: (_, body, signal) => server.put(body, signal),
    calls,
    holdRecorder: async () => released,
    holdSession: async () => released,
    keepScreenAwake: () => () => {},
    persistStorage: () => {},
    now: () => now,
    limits: { longMs: 90 * minute, fullMs: 240 * minute },
    ...changes,
  }
  const recorder = createMachine('u', parts)
  const pass = (ms: number) => {
    now = { wall: now.wall + ms, steady: now.steady + ms }
  }
  let said = 0
  const n = () => String(said++).padStart(6, '0')
  /** Records slices of half a second. */
  const record = async (slices = 1) => {
    for (let slice = 0; slice < slices; slice++) {
      pass(500)
      played.say(n())
    }
    await settle()
  }
  const sleep = (ms: number) => {
    now = { wall: now.wall + ms, steady: now.steady + 500 }
  }
  return { ...played, recorder, server, calls, parts, pass, record, sleep, released, sessionId, said: () => said }
}

const realSetTimeout = globalThis.setTimeout

// Encryption and storage run on other threads in real time, so pending work is counted.
let underWay = 0
const counted =
  <Input extends unknown[], Output>(task: (...input: Input) => Promise<Output>) =>
  (...input: Input) => {
    underWay += 1
    return task(...input).finally(() => (underWay -= 1))
  }
const countedStore: typeof openChunkStore = async (...input) => {
  const chunkStore = await openChunkStore(...input)
  return {
    ...chunkStore,
    add: counted(chunkStore.add),
    next: counted(chunkStore.next),
    acknowledge: counted(chunkStore.acknowledge),
  }
}

/** Waits until no work is pending. */
export const settle = async () => {
  for (let still = 0; still < 20; still = underWay > 0 ? 0 : still + 1) {
    await new Promise((resolve) => realSetTimeout(resolve, 0))
    await vi.advanceTimersByTimeAsync(0)
  }
}
/** The captured audio, as the server should have it. */
export const words = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(6, '0')).join('')
export const phaseAndError = ({ state }: { state: RecorderState }) => ({ phase: state.phase, error: state.error })

/** Gives each test of the file a fake clock, a fake window and a fake list of devices. */
export function useFakeBrowser() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('navigator', { mediaDevices: new EventTarget() })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}
