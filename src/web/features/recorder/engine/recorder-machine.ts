import { sentence } from '#shared/contract/errors.ts'
import type { OwnRecording, VideoVisit } from '#shared/contract/recordings.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { pause } from '#web/api/pause.ts'
import { requestId } from '#web/api/request-id.ts'
import { stayOnPage } from '#web/identity/stay-on-page.ts'
import type { Level, LiveChunk, Recorder, RecorderState } from '../recorder-state.ts'
import type { keepScreenAwake } from './capture/wake-lock.ts'
import { MicrophoneRefused, recordingError } from './capture/microphone-error.ts'
import { type Delivery, openSession, type OpenSession, type SessionEvents } from './open-session.ts'
import { isAllowed } from './phases.ts'
import { createRecording, type RecordingParts } from './capture/recording.ts'
import {
  anotherTab,
  lastPartNotUploaded,
  notEnded,
  sendEndMessages,
  stillInMemory,
  storageProblems,
} from './messages.ts'
import { RecorderError, recorderMessage } from './recorder-error.ts'
import { createSignal, createStore } from './state-store.ts'
import type { Release } from './chunks/tab-locks.ts'
import { connectionState } from './chunks/connection-state.ts'

/** The endpoints of the contract that the recorder uses. */
export type Calls = {
  start(input: {
    clientId: string
    requestId: string
    appointmentId?: string | undefined
    videoVisit?: VideoVisit | undefined
  }): Promise<OwnRecording>
  live(input: { sessionId: string }): Promise<OwnRecording>
  end(input: { sessionId: string; chunks: number | null }): Promise<unknown>
  discard(input: { sessionId: string }): Promise<unknown>
}

export type Parts = RecordingParts &
  Delivery & {
    calls: Calls
    holdRecorder: () => Promise<Release | null>
    holdSession: (sessionId: string) => Promise<Release | null>
    keepScreenAwake: typeof keepScreenAwake
    /** Asks the browser not to delete stored audio when the device runs low on storage. */
    persistStorage: () => void
  }

const idle: RecorderState = {
  phase: 'idle',
  sessionId: null,
  elapsedMs: 0,
  capturedMs: 0,
  storedMs: 0,
  savedMs: 0,
  line: 'sending',
  microphone: 'ok',
  hasLevel: true,
  deviceId: null,
  isScreenKeptAwake: false,
  isLong: false,
  isFull: false,
  isOtherIdentity: false,
  error: null,
}

const startTries = 3
const maxPauseMs = 5000
/** How long leaving waits for the last upload. Stored audio can be sent later. */
const leaveTimeoutMs = 3000

/** Creates the recorder of one session. */
export function createMachine(userId: string, parts: Parts): Recorder {
  const { calls } = parts
  const store = createStore<RecorderState>(idle)
  const levels = createSignal<Level>()
  const liveChunks = createSignal<LiveChunk>()
  let session: OpenSession | null = null
  let locks: Release[] = []
  let onNoAccess = () => {}
  /** Whether the server has ended the session although a part of its audio is only in memory. */
  let hasEnded = false
  /** Whether the user left the page while the recorder was starting. */
  let isLeaving = false

  const recording = createRecording(parts, store, {
    onSlice: (slice, endsMs) => session?.capture(slice, endsMs),
    takeSegment: () => session?.takeSegment() ?? 0,
    onLevel: levels.emit,
    onLiveChunk: liveChunks.emit,
  })

  const events: SessionEvents = {
    onStored: (times) => store.set(times),
    onSaved: ({ savedMs }) => store.set({ savedMs }),
    onLine: (line) => {
      store.set({ line })
      if (line === 'no access') onNoAccess()
    },
    onFailed: (error) => store.set({ error: recordingError(error) }),
    onTrouble: (trouble) => {
      const { error } = store.get()
      if (trouble) store.set({ error: storageProblems[trouble] })
      else if (error !== null && Object.values(storageProblems).includes(error)) store.set({ error: null })
    },
    onSendEnd: (end) => {
      if (end === 'stopped') return
      if (end !== 'full') void stopSession(sendEndMessages[end])
      else if (store.get().phase !== 'ending') recording.fill()
    },
  }

  const hold = (release: Release | null) => {
    if (!release) throw new RecorderError(anotherTab)
    locks.push(release)
  }

  const releaseLocks = () => {
    for (const release of locks) release()
    locks = []
  }

  const holdPage = () => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    hold(() => window.removeEventListener('beforeunload', warn))
    hold(stayOnPage((isOtherIdentity) => store.set({ isOtherIdentity })))
    hold(parts.keepScreenAwake((isScreenKeptAwake) => store.set({ isScreenKeptAwake })))
  }

  /** Stops capturing and closes the session. Unsent audio stays in this browser. */
  const shut = async (error: string | null) => {
    const open = session
    if (open) store.set({ phase: 'ending' })
    await recording.stop()
    session = null
    await open?.close()
    releaseLocks()
    store.set({ ...idle, deviceId: store.get().deviceId, error })
  }

  /**
   * Stops a session whose audio the server does not accept any more. If some audio is only in memory, the session stays
   * open, so that it can be saved as a file.
   */
  const stopSession = async (error: string) => {
    const open = session
    if (!open) return
    store.set({ phase: 'ending' })
    await recording.stop()
    await open.stored()
    if (session !== open) return
    if (open.inMemory() > 0) store.set({ phase: 'stranded', error })
    else await shut(error)
  }

  const begin = async (deviceId: string | null, isNew: boolean, ask: () => Promise<OwnRecording>) => {
    if (!isAllowed(store.get().phase, 'start')) return
    isLeaving = false
    hasEnded = false
    store.set({ ...idle, deviceId, phase: 'starting' })
    try {
      hold(await parts.holdRecorder())
      await recording.open(deviceId)
      if (isLeaving) return await shut(null)
      const ownRecording = await ask()
      if (ownRecording.endedAt !== null) throw new RecorderError(sentence('recording_ended'))
      hold(await parts.holdSession(ownRecording.sessionId))
      session = await openSession(ownRecording, { userId, isNew }, parts, events)
      parts.persistStorage()
      if (isLeaving) {
        if (isNew) await undoStart()
        return await shut(null)
      }
      const ms = session.capturedMs()
      const { sessionId, savedMs } = ownRecording
      store.set({ sessionId, elapsedMs: ms, capturedMs: ms, storedMs: ms, savedMs })
      holdPage()
      recording.begin(ms)
    } catch (error) {
      if (session && isNew) await undoStart()
      await shut(sentenceOf(error, 'Failed to start recording'))
    }
  }

  /** Discards a session that has no audio yet. If the server is unreachable, the session stays as unfinished. */
  const undoStart = async () => {
    if (session) await calls.discard({ sessionId: session.sessionId }).catch(() => undefined)
  }

  const startOnServer = async (input: Omit<Parameters<Calls['start']>[0], 'requestId'>): Promise<OwnRecording> => {
    const request = requestId()
    for (let tries = 1; ; tries++) {
      try {
        return await calls.start({ ...input, requestId: request })
      } catch (error) {
        if (!isTransient(readError(error)) || tries === startTries) throw error
        await pause(500 * tries, new AbortController().signal)
      }
    }
  }

  const end = async () => {
    const open = session
    if (!open || !isAllowed(store.get().phase, 'end')) return
    store.set({ phase: 'ending', isLong: false, error: null })
    const noAccess = new Promise<'no access'>((resolve) => {
      onNoAccess = () => resolve('no access')
    })
    await recording.stop()
    const isOpen = () => session === open
    for (let tries = 0; isOpen(); tries++) {
      const sendEnd = await Promise.race([open.delivered(), noAccess])
      if (sendEnd === 'no access' && isOpen()) return store.set({ phase: 'paused', error: notEnded })
      if (!isOpen() || (sendEnd !== null && sendEnd !== 'full')) return
      if (open.chunks() === 0) return store.set({ phase: 'paused', error: sentence('recording_nothing') })
      try {
        await calls.end({ sessionId: open.sessionId, chunks: sendEnd === 'full' ? null : open.chunks() })
        return await finish(open, sendEnd === null)
      } catch (error) {
        const failure = readError(error, 'Failed to process recording')
        if (!isOpen()) return
        if (failure.status === 404) return store.set({ phase: 'paused', line: 'no access', error: notEnded })
        if (!isTransient(failure)) return store.set({ phase: 'paused', error: failure.sentence })
        store.set({ line: failure.status === 401 ? 'signed out' : connectionState(failure) })
        await pause(Math.min(maxPauseMs, 250 * 2 ** tries), open.signal)
      }
    }
  }

  const finish = async (open: OpenSession, isAllSent: boolean) => {
    if (!isAllSent && open.inMemory() > 0) {
      hasEnded = true
      return store.set({ phase: 'stranded', error: lastPartNotUploaded })
    }
    await complete(open, isAllSent)
  }

  const complete = async (open: OpenSession, isAllSent: boolean) => {
    session = null
    await (isAllSent ? open.erase() : open.close())
    releaseLocks()
    store.set({ phase: 'ended', line: 'sending', error: null })
  }

  const discard = async () => {
    const open = session
    if (!open || !isAllowed(store.get().phase, 'discard')) return
    store.set({ phase: 'ending', isLong: false, error: null })
    open.stopSending()
    await recording.stop()
    try {
      await calls.discard({ sessionId: open.sessionId })
    } catch (error) {
      open.startSending()
      return store.set({ phase: 'paused', error: readError(error).sentence })
    }
    session = null
    await open.erase()
    releaseLocks()
    store.set({ ...idle, deviceId: store.get().deviceId })
  }

  const leave = async () => {
    if (store.get().phase === 'starting') isLeaving = true
    const open = session
    if (!open || !isAllowed(store.get().phase, 'leave')) return
    if (store.get().phase === 'stranded') return hasEnded ? complete(open, false) : shut(null)
    store.set({ phase: 'ending', isLong: false })
    await recording.stop()
    const sendEnd = await Promise.race([open.delivered(), pause(leaveTimeoutMs, open.signal).then(() => null)])
    if (open.inMemory() === 0) return shut(null)
    if (sendEnd === null || sendEnd === 'stopped') store.set({ phase: 'paused', error: stillInMemory })
    else if (sendEnd === 'full') store.set({ phase: 'paused', isFull: true, error: lastPartNotUploaded })
    else store.set({ phase: 'stranded', error: sendEndMessages[sendEnd] })
  }

  return {
    get state() {
      return store.get()
    },
    subscribe: store.subscribe,
    onLevel: levels.on,
    onLiveChunk: liveChunks.on,
    start: (clientId, deviceId, appointmentId, videoVisit) =>
      begin(deviceId, true, () => startOnServer({ clientId, appointmentId, videoVisit })),
    continueSession: (sessionId, deviceId) => begin(deviceId, false, () => calls.live({ sessionId })),
    pause: recording.pause,
    resume: recording.resume,
    selectMicrophone: recording.choose,
    keepGoing: recording.keepGoing,
    end,
    discard,
    leave,
    toFiles: async () => (await session?.toFiles()) ?? [],
  }
}

function sentenceOf(error: unknown, fallback: string): string {
  return error instanceof MicrophoneRefused ? error.message : recorderMessage(error, fallback)
}

/** Whether a retry may help: no response, server overloaded, or signed out. */
function isTransient({ status }: Failure): boolean {
  return status === null || status === 401 || status === 408 || status === 429 || status >= 500
}
