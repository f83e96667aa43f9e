// Over 400 lines: the states of one recorder and every change between them.
import { describe, expect, it, vi } from 'vitest'
import { notifyStaying } from '#web/identity/stay-on-page.ts'
import type { RequestOutcome } from './chunks/chunk-server.fixture.ts'
import { openChunkStore } from './chunks/chunk-store.ts'
import { MicrophoneRefused } from './capture/microphone-error.ts'
import { type Body, ChunksRefused } from './chunks/put-chunks.ts'
import { minute, phaseAndError, Refused, settle, setUp, useFakeBrowser, words } from './recorder-machine.fixture.ts'

useFakeBrowser()

describe('a session', () => {
  it('a session is recorded, paused, resumed, sent and ended', async () => {
    const { recorder, record, pass, server, calls, sessionId, released } = setUp()
    const starting = recorder.start('c', null)
    expect(recorder.state.phase).toBe('starting')
    await starting
    await record(4)
    recorder.pause()
    pass(10 * minute)
    expect(phaseAndError(recorder)).toEqual({ phase: 'paused', error: null })
    recorder.resume()
    await settle()
    await record(2)
    expect(recorder.state).toMatchObject({ phase: 'recording', sessionId, storedMs: 3000, savedMs: 3000 })
    await recorder.end()
    expect(recorder.state).toMatchObject({ phase: 'ended', elapsedMs: 3000, sessionId, error: null })
    expect(server.content()).toBe(words(6))
    expect(calls.end).toHaveBeenCalledExactlyOnceWith({ sessionId, chunks: 6 })
    expect(new Set(server.requests.map(({ segment }) => segment))).toEqual(new Set([0, 1]))
    expect(released).toHaveBeenCalledTimes(2)
  })

  it('a session does not start without a microphone', async () => {
    const { recorder, refuse, calls, released, microphones } = setUp()
    refuse(new MicrophoneRefused('Unable to access microphone. Please check your browser permissions.'))
    await recorder.start('c', null)
    expect(phaseAndError(recorder)).toEqual({
      phase: 'idle',
      error: 'Unable to access microphone. Please check your browser permissions.',
    })
    expect([calls.start.mock.calls.length, released.mock.calls.length, microphones.length]).toEqual([0, 1, 0])
  })

  it('a session starts only once after a lost response, and a rejected start shows the reason', async () => {
    const { recorder, calls } = setUp()
    calls.start.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const starting = recorder.start('c', null)
    await vi.advanceTimersByTimeAsync(2000)
    await starting
    expect(recorder.state.phase).toBe('recording')
    const requests = calls.start.mock.calls.map(([{ requestId }]) => requestId)
    expect([requests.length, new Set(requests).size]).toEqual([2, 1])

    const refused = setUp()
    refused.calls.start.mockRejectedValue(new Refused(409, 'client_archived', 'This client is archived.'))
    await refused.recorder.start('c', null)
    expect(phaseAndError(refused.recorder)).toEqual({ phase: 'idle', error: 'This client is archived.' })
    expect(refused.microphones.every(({ readyState }) => readyState === 'ended')).toBe(true)
  })

  it('a session is discarded if the browser cannot record after the start', async () => {
    const { recorder, breakDown, calls, sessionId } = setUp()
    breakDown()
    await recorder.start('c', null)
    expect(phaseAndError(recorder)).toEqual({ phase: 'idle', error: 'Failed to start recording' })
    expect(calls.discard).toHaveBeenCalledExactlyOnceWith({ sessionId })
  })

  it('a session ends with the captured audio and releases the microphone if the recorder does not stop', async () => {
    const { recorder, record, breakStop, calls, sessionId, microphones } = setUp()
    await recorder.start('c', null)
    await record(2)
    breakStop()
    const errors: (string | null)[] = []
    recorder.subscribe(() => errors.push(recorder.state.error))
    await recorder.end()
    expect(errors).toContain('Failed to stop recording')
    expect(recorder.state.phase).toBe('ended')
    expect(calls.end).toHaveBeenCalledExactlyOnceWith({ sessionId, chunks: 2 })
    expect(microphones.at(-1)?.readyState).toBe('ended')
  })

  it('a session can be discarded if the recorder does not stop', async () => {
    const { recorder, record, breakStop, microphones } = setUp()
    await recorder.start('c', null)
    await record(2)
    breakStop()
    await recorder.discard()
    expect(recorder.state).toMatchObject({ phase: 'idle', sessionId: null, error: null })
    expect(microphones.at(-1)?.readyState).toBe('ended')
  })

  it('a session does not start while another tab records', async () => {
    const { recorder, calls } = setUp([], { holdRecorder: async () => null })
    await recorder.start('c', null)
    expect(recorder.state).toMatchObject({ phase: 'idle', error: expect.stringContaining('Another tab') })
    expect(calls.start).not.toHaveBeenCalled()
  })

  it('leaving while an unfinished recording is being continued keeps it, and records nothing', async () => {
    const { recorder, record, calls, delayOpening, sessionId, server, microphones, segments } = setUp()
    await recorder.start('c', null)
    await record(3)
    await recorder.leave()
    for (const answer of ['microphone', 'server'] as const) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (answer === 'microphone') delayOpening(promise)
      else calls.live.mockImplementationOnce(() => promise.then(() => calls.start({ clientId: 'c', requestId: '' })))
      const continuing = recorder.continueSession(sessionId, null)
      await settle()
      await recorder.leave()
      resolve()
      await continuing
      expect(phaseAndError(recorder)).toEqual({ phase: 'idle', error: null })
    }
    expect([segments.length, microphones.every(({ readyState }) => readyState === 'ended')]).toEqual([1, true])
    expect([calls.discard.mock.calls.length, server.content()]).toEqual([0, words(3)])

    await recorder.continueSession(sessionId, null)
    expect(recorder.state).toMatchObject({ phase: 'recording', storedMs: 1500 })
  })

  it('leaving while a new session starts leaves no session behind', async () => {
    const { recorder, calls, delayOpening, sessionId, segments } = setUp()
    const opening = Promise.withResolvers<void>()
    delayOpening(opening.promise)
    const first = recorder.start('c', null)
    await settle()
    await recorder.leave()
    opening.resolve()
    await first
    expect([recorder.state.phase, calls.start.mock.calls.length]).toEqual(['idle', 0])

    const answering = Promise.withResolvers<void>()
    const own = await calls.start({ clientId: 'c', requestId: '' })
    calls.start.mockImplementationOnce(() => answering.promise.then(() => own))
    const second = recorder.start('c', null)
    await settle()
    await recorder.leave()
    answering.resolve()
    await second
    expect(phaseAndError(recorder)).toEqual({ phase: 'idle', error: null })
    expect(calls.discard).toHaveBeenCalledExactlyOnceWith({ sessionId })
    expect(segments).toEqual([])
  })

  it('a session does not end without audio', async () => {
    const { recorder, calls } = setUp()
    await recorder.start('c', null)
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'paused', error: 'No audio data recorded' })
    expect(calls.end).not.toHaveBeenCalled()
  })
})

describe('a lost connection', () => {
  it('a lost connection delays the end of the session, which follows automatically', async () => {
    const { recorder, record, calls, server } = setUp(['received', ...Array<RequestOutcome>(8).fill('lost')])
    await recorder.start('c', null)
    await record(4)
    const ending = recorder.end()
    await settle()
    expect(recorder.state).toMatchObject({ phase: 'ending', line: 'waiting', storedMs: 2000 })
    calls.end.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    for (let second = 0; second < 300 && recorder.state.phase === 'ending'; second++) {
      await settle()
      await vi.advanceTimersByTimeAsync(1000)
    }
    await ending
    expect(recorder.state.phase).toBe('ended')
    expect([server.content(), calls.end.mock.calls.length]).toEqual([words(4), 2])
  })

  it('a session that was left offline can be continued without losing audio', async () => {
    const first = setUp(Array<RequestOutcome>(50).fill('lost'))
    await first.recorder.start('c', null)
    await first.record(3)
    const leaving = first.recorder.leave()
    await settle()
    await vi.advanceTimersByTimeAsync(5000)
    await leaving
    expect(first.recorder.state).toMatchObject({ phase: 'idle', sessionId: null })

    const { recorder, record, server, calls } = setUp([], { calls: first.calls })
    first.calls.live.mockImplementation(async () => ({
      ...(await first.calls.start({ clientId: 'c', requestId: '' })),
      ...server.stored(),
    }))
    await recorder.continueSession(first.sessionId, null)
    expect(recorder.state).toMatchObject({ phase: 'recording', storedMs: 1500 })
    await record(2)
    await recorder.end()
    expect(calls.end.mock.calls.length + first.calls.end.mock.calls.length).toBe(1)
    expect(server.content()).toBe(words(3) + words(2))
    expect(server.requests.at(-1)?.segment).toBe(1)
  })

  it('a session cannot be left while audio that could not be stored on this device is not uploaded', async () => {
    const { recorder, record } = setUp(Array<RequestOutcome>(50).fill('lost'))
    await recorder.start('c', null)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await record(2)
    expect(recorder.state).toMatchObject({ phase: 'recording', error: expect.stringContaining('no storage left') })
    const leaving = recorder.leave()
    await settle()
    await vi.advanceTimersByTimeAsync(5000)
    await leaving
    expect(recorder.state).toMatchObject({ phase: 'paused', error: expect.stringContaining('Stay on this page') })
    put.mockRestore()
  })
})

describe('responses of the server', () => {
  it('a session that was ended elsewhere stops, and pending audio stays', async () => {
    const { recorder, record, server, sessionId } = setUp()
    await recorder.start('c', null)
    await record(2)
    server.end()
    await record(2)
    expect(phaseAndError(recorder)).toEqual({
      phase: 'idle',
      error: 'This session has ended. Audio that was not sent before can be saved as a file.',
    })
    const chunkStore = await openChunkStore(
      { sessionId, userId: 'u', clientId: 'c', startedAt: '' },
      { unsentKey: btoa(String.fromCharCode(...new Uint8Array(32).fill(9))) },
      () => {},
    )
    expect(await new Blob(await chunkStore.toFiles()).text()).toBe(words(4))
  })

  it('a session that was ended elsewhere stays open until audio that is only in memory is saved as a file', async () => {
    const { recorder, record, server, released } = setUp()
    await recorder.start('c', null)
    await record(2)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    server.end()
    await record(2)
    put.mockRestore()
    expect(phaseAndError(recorder)).toEqual({
      phase: 'stranded',
      error: 'This session has ended. Audio that was not sent before can be saved as a file.',
    })
    const [file] = await recorder.toFiles()
    expect(await file?.text()).toContain('000003')
    expect(released).not.toHaveBeenCalled()
    await recorder.leave()
    expect(phaseAndError(recorder)).toEqual({ phase: 'idle', error: null })
  })

  it('audio that is only in memory does not count as stored', async () => {
    const { recorder, record } = setUp(Array<RequestOutcome>(50).fill('lost'))
    await recorder.start('c', null)
    await record(2)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await record(2)
    put.mockRestore()
    await record(1)
    expect(recorder.state).toMatchObject({ capturedMs: 2500, storedMs: 1000 })
  })

  it('an unfinished session is not continued if its audio in this browser cannot be read', async () => {
    const { recorder, record, sessionId, server } = setUp()
    await recorder.start('c', null)
    await record(2)
    await recorder.leave()
    const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
    })
    await recorder.continueSession(sessionId, null)
    broken.mockRestore()
    expect(recorder.state).toMatchObject({ phase: 'idle', error: expect.stringContaining('cannot be read right now') })
    expect(server.content()).toBe(words(2))
  })

  it('a slice of half a minute that the browser delivers at once is sent in several parts', async () => {
    const sizes: number[] = []
    const putChunks = async ({ n, count, data, endsMs }: Body) => {
      sizes.push(data.byteLength)
      return { nextChunk: n + count, savedMs: endsMs }
    }
    const { recorder, pass, say } = setUp([], { putChunks: (_, body) => putChunks(body) })
    await recorder.start('c', null)
    pass(500)
    say('x'.repeat(600 * 1024))
    await settle()
    expect(recorder.state).toMatchObject({ phase: 'recording', savedMs: 500 })
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600 * 1024)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024)
  })

  it('a full recording ends with the stored audio', async () => {
    const rejectFull = () => Promise.reject(new ChunksRefused(413, 'recording_full', null))
    const { recorder, record, calls, sessionId } = setUp([], { putChunks: rejectFull })
    await recorder.start('c', null)
    await record(1)
    expect(recorder.state).toMatchObject({ phase: 'paused', isFull: true })
    await recorder.end()
    expect(calls.end).toHaveBeenCalledExactlyOnceWith({ sessionId, chunks: null })
  })

  /** A full recording whose audio is only in memory. */
  async function fullInMemory() {
    const rejectFull = () => Promise.reject(new ChunksRefused(413, 'recording_full', null))
    const all = setUp([], { putChunks: rejectFull })
    await all.recorder.start('c', null)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await all.record(1)
    put.mockRestore()
    return all
  }
  const lastPart = 'The recording was full: its last part could not be uploaded.'

  it('a full recording that ended stays open until its last part is saved, and then shows that it has ended', async () => {
    const { recorder, calls, released, sessionId } = await fullInMemory()
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'stranded', error: lastPart })
    expect(await new Blob(await recorder.toFiles()).text()).toBe(words(1))
    expect(released).not.toHaveBeenCalled()
    await recorder.leave()
    expect(recorder.state).toMatchObject({ phase: 'ended', sessionId, error: null })
    expect([calls.end.mock.calls.length, released.mock.calls.length]).toEqual([1, 2])
  })

  it('a full recording is not left while a part of it is only in memory, and can then be ended', async () => {
    const { recorder, calls } = await fullInMemory()
    await recorder.leave()
    expect(recorder.state).toMatchObject({ phase: 'paused', isFull: true, error: lastPart })
    expect(calls.end).not.toHaveBeenCalled()
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'stranded', error: lastPart })
    expect(calls.end).toHaveBeenCalledOnce()
  })

  it('another identity is reported until the own one is active again, in addition to errors', async () => {
    const { recorder, record, unplug, refuse } = setUp()
    await recorder.start('c', null)
    await record(1)
    expect(notifyStaying(true)).toBe(true)
    refuse(new MicrophoneRefused('Recording error: no microphone was found. Connect one and try again.'))
    unplug()
    await settle()
    expect(recorder.state).toMatchObject({ isOtherIdentity: true, error: expect.stringContaining('no microphone') })
    notifyStaying(false)
    expect(recorder.state).toMatchObject({ isOtherIdentity: false, error: expect.stringContaining('no microphone') })
    await recorder.leave()
    notifyStaying(true)
    expect(recorder.state).toMatchObject({ phase: 'idle', isOtherIdentity: false })
  })

  it('a rejected end of a session can be repeated', async () => {
    const { recorder, record, calls } = setUp()
    calls.end.mockRejectedValueOnce(new Refused(409, 'recording_incomplete', 'The last part is still on its way.'))
    await recorder.start('c', null)
    await record(1)
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'paused', error: 'The last part is still on its way.' })
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'ended', error: null })
  })

  it('a removed member learns that the session was not ended, and can try again', async () => {
    const rejectMissing = () => Promise.reject(new ChunksRefused(404, 'session_missing', null))
    const { recorder, record, calls } = setUp([], { putChunks: rejectMissing })
    await recorder.start('c', null)
    await record(1)
    for (const _ of ['first try', 'second try']) {
      const ending = recorder.end()
      await settle()
      await vi.advanceTimersByTimeAsync(5000)
      await ending
      expect(recorder.state).toMatchObject({
        phase: 'paused',
        line: 'no access',
        error: 'The session was not ended.',
      })
    }
    expect(calls.end).not.toHaveBeenCalled()
  })

  it('the end of a session without access is refused although everything was sent', async () => {
    const { recorder, record, calls } = setUp()
    calls.end.mockRejectedValueOnce(new Refused(404, 'session_missing', 'Session or client data not found'))
    await recorder.start('c', null)
    await record(1)
    await recorder.end()
    expect(recorder.state).toMatchObject({ phase: 'paused', line: 'no access', error: 'The session was not ended.' })
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'ended', error: null })
  })

  it('the message of a proxy is not shown if the end of a session fails', async () => {
    const { recorder, record, calls } = setUp()
    calls.end.mockRejectedValueOnce(new Refused(403, 'FORBIDDEN', 'blocked by policy 7'))
    await recorder.start('c', null)
    await record(1)
    await recorder.end()
    expect(phaseAndError(recorder)).toEqual({ phase: 'paused', error: 'Failed to process recording' })
  })

  it('a session is discarded on the server, and if that fails, no audio is discarded', async () => {
    const { recorder, record, calls, server } = setUp()
    await recorder.start('c', null)
    await record(1)
    calls.discard.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await recorder.discard()
    expect(recorder.state).toMatchObject({ phase: 'paused', error: expect.stringContaining('cannot be reached') })
    recorder.resume()
    await settle()
    await record(1)
    expect(server.content()).toBe(words(2))
    await recorder.discard()
    expect(recorder.state).toMatchObject({ phase: 'idle', sessionId: null, error: null })
  })

  it('a recording that is resumed after a failed discard recovers from a lost microphone', async () => {
    const { recorder, record, calls, unplug, refuse, pass } = setUp()
    await recorder.start('c', null)
    await record(1)
    calls.discard.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await recorder.discard()
    recorder.resume()
    await settle()
    const loseMicrophone = async () => {
      refuse(new MicrophoneRefused('Recording error: no microphone was found. Connect one and try again.'))
      unplug()
      await settle()
      expect(recorder.state.phase).toBe('interrupted')
      refuse(null)
    }
    await loseMicrophone()
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'))
    await settle()
    expect(phaseAndError(recorder)).toEqual({ phase: 'recording', error: null })
    await loseMicrophone()
    pass(6000)
    await vi.advanceTimersByTimeAsync(300)
    await settle()
    expect(phaseAndError(recorder)).toEqual({ phase: 'recording', error: null })
  })
})
