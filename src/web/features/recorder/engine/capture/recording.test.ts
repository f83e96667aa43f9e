import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveChunk, RecorderState } from '../../recorder-state.ts'
import { MicrophoneRefused } from './microphone-error.ts'
import { createRecording } from './recording.ts'
import { playedSound } from './sound.fixture.ts'
import { createStore } from '../state-store.ts'

const minute = 60_000
const unplugged = new MicrophoneRefused('Recording error: no microphone was found. Connect one and try again.')
let devices = new EventTarget()

/** Records at a played microphone with a played clock. */
async function begin({ longMs = 90 * minute, fullMs = 240 * minute, deviceId = null as string | null } = {}) {
  const played = playedSound()
  const store = createStore<RecorderState>({
    phase: 'starting',
    sessionId: 's',
    elapsedMs: 0,
    storedMs: 0,
    savedMs: 0,
    line: 'sending',
    microphone: 'ok',
    hasLevel: true,
    deviceId,
    isScreenKeptAwake: false,
    isLong: false,
    isFull: false,
    error: null,
  })
  let now = { wall: 1_000_000, steady: 0 }
  let nextSegment = 0
  const slices: { segment: number; endsMs: number }[] = []
  const levels: number[] = []
  const pieces: LiveChunk[] = []
  const recording = createRecording(
    { openMicrophone: played.openMicrophone, now: () => now, limits: { longMs, fullMs } },
    store,
    {
      onSlice: ({ segment }, endsMs) => slices.push({ segment, endsMs }),
      onLevel: (level) => levels.push(level),
      onPiece: (piece) => pieces.push(piece),
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
    pieces,
    pass,
    state: () => store.get(),
    /** Half seconds of sound. */
    record: async (count = 1) => {
      for (let slice = 0; slice < count; slice++) {
        pass(500)
        played.say('sound')
        await settle()
      }
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  devices = new EventTarget()
  vi.stubGlobal('navigator', { mediaDevices: devices })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a microphone', () => {
  it('that is lost is replaced at once, in a segment of its own', async () => {
    const { record, unplug, state, slices } = await begin({ deviceId: 'headset' })
    expect(state().deviceId).toBe('headset')
    await record(2)
    unplug()
    expect(state()).toMatchObject({ phase: 'interrupted', microphone: 'gone' })
    await settle()
    await record(2)
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
    expect(slices.map(({ segment }) => segment)).toEqual([0, 0, 1, 1])
  })

  it('that is gone is waited for; the time does not count', async () => {
    const { record, unplug, refuse, pass, state, slices } = await begin()
    await record(4)
    refuse(unplugged)
    unplug()
    await settle()
    pass(30_000)
    expect(state()).toMatchObject({
      phase: 'interrupted',
      microphone: 'gone',
      elapsedMs: 2000,
      error: unplugged.message,
    })
    refuse(null)
    devices.dispatchEvent(new Event('devicechange'))
    await settle()
    await record(2)
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
    expect(slices.at(-1)).toEqual({ segment: 1, endsMs: 3000 })
  })

  it('that is gone is looked for every few seconds too, but not when it was denied', async () => {
    const { unplug, refuse, pass, state, record } = await begin()
    await record()
    refuse(new MicrophoneRefused('Unable to access microphone. Please check your browser permissions.'))
    unplug()
    await settle()
    refuse(null)
    pass(minute)
    await vi.advanceTimersByTimeAsync(minute)
    expect(state().phase).toBe('interrupted')

    const other = await begin()
    await other.record()
    other.refuse(unplugged)
    other.unplug()
    await settle()
    other.refuse(null)
    other.pass(minute)
    await vi.advanceTimersByTimeAsync(1000)
    expect(other.state().phase).toBe('recording')
  })

  it('that is lost while paused is opened anew with the recording', async () => {
    const { recording, record, unplug, state, slices } = await begin()
    await record()
    recording.pause()
    unplug()
    await settle()
    expect(state()).toMatchObject({ phase: 'paused', microphone: 'gone' })
    recording.resume()
    await settle()
    await record()
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok' })
    expect(slices.at(-1)).toEqual({ segment: 1, endsMs: 1000 })
  })

  it('can be changed while recording; one that is refused leaves the other', async () => {
    const { recording, record, refuse, state, slices, microphones } = await begin()
    await record()
    await recording.choose('headset')
    await record()
    expect([state().deviceId, slices.at(-1)?.segment, microphones[0]?.readyState]).toEqual(['headset', 1, 'ended'])
    refuse(unplugged)
    await recording.choose('other')
    await record()
    expect(state()).toMatchObject({ phase: 'recording', deviceId: 'headset', error: unplugged.message })
    expect([slices.at(-1)?.segment, microphones.at(-1)?.readyState]).toEqual([1, 'live'])
  })

  it('that hears nothing, or is muted, is told', async () => {
    const { hear, mute, state, levels } = await begin()
    for (let tenth = 0; tenth < 80; tenth++) hear({ type: 'level', rms: 0 })
    expect(state().microphone).toBe('silent')
    hear({ type: 'level', rms: 0.1 })
    expect([state().microphone, levels.length]).toEqual(['ok', 81])
    mute(true)
    expect(state().microphone).toBe('muted')
    mute(false)
    expect(state().microphone).toBe('ok')
  })

  it('reports missing levels after five seconds, until one comes', async () => {
    const { hear, record, recording, state } = await begin()
    await record(10)
    expect(state().hasLevel).toBe(true)
    await record()
    expect(state()).toMatchObject({ phase: 'recording', hasLevel: false })
    hear({ type: 'level', rms: 0.1 })
    expect(state().hasLevel).toBe(true)
    recording.pause()
    await record(20)
    expect(state()).toMatchObject({ phase: 'paused', hasLevel: true })
  })

  it('gives pieces for the live text with their recorded time', async () => {
    const { hear, record, pieces } = await begin()
    await record(10)
    hear({ type: 'piece', samples: new Int16Array(80_000) })
    expect(pieces.map(({ start, end, wav }) => [start, end, wav.byteLength])).toEqual([[0, 5, 160_044]])
  })
})

describe('a recorder', () => {
  it('that fails is replaced, and what it said is told until then', async () => {
    const { record, segments, state, slices, microphones } = await begin()
    await record()
    segments.at(-1)?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    expect(state()).toMatchObject({ phase: 'interrupted', error: 'Recording error: The encoder stopped' })
    expect(state()).toMatchObject({ microphone: 'not recorded' })
    await settle()
    await record()
    expect(state()).toMatchObject({ phase: 'recording', error: null, microphone: 'ok' })
    expect(slices.map(({ segment }) => segment)).toEqual([0, 1])
    // The microphone was good all the time.
    expect(microphones).toHaveLength(1)
  })

  it('that fails and cannot be started again is no lost microphone', async () => {
    const { record, breakDown, segments, state } = await begin()
    await record()
    breakDown()
    segments.at(-1)?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    await settle()
    expect(state()).toMatchObject({ phase: 'interrupted', microphone: 'not recorded' })
  })

  it('that fails while paused is replaced when the recording goes on', async () => {
    const { recording, record, segments, state, slices } = await begin()
    await record()
    recording.pause()
    segments.at(-1)?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    recording.resume()
    await settle()
    await record()
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
    expect(slices.map(({ segment }) => segment)).toEqual([0, 1])
  })

  it('that does not stop for a pause loses its microphone, and the page says so', async () => {
    const { recording, record, jam, state, microphones } = await begin()
    await record()
    jam()
    recording.pause()
    await settle()
    expect(state()).toMatchObject({ phase: 'paused', error: 'Failed to pause recording' })
    expect(microphones.at(-1)?.readyState).toBe('ended')
  })

  it('whose slice comes after the first one of the next segment loses that slice', async () => {
    const { recording, record, segments, slices } = await begin()
    await record()
    await recording.choose('headset')
    await record()
    segments[0]?.onSlice(new Blob(['late']))
    await record()
    expect(slices.map(({ segment }) => segment)).toEqual([0, 1, 1])
  })

  it('that cannot be started again leaves the session paused, and says so', async () => {
    const { recording, record, breakDown, unplug, state } = await begin()
    await record()
    recording.pause()
    unplug()
    breakDown()
    recording.resume()
    await settle()
    expect(state()).toMatchObject({ phase: 'paused', error: 'Failed to resume recording' })
  })
})

describe('a pause', () => {
  it('ends the segment at once and keeps the microphone open; resuming begins another segment', async () => {
    const { recording, record, running, pass, state, slices, microphones } = await begin()
    await record(2)
    recording.pause()
    expect([state().phase, running()]).toEqual(['paused', 0])
    pass(minute)
    recording.resume()
    await settle()
    expect([state().phase, running()]).toEqual(['recording', 1])
    await record(2)
    expect(slices).toEqual([
      { segment: 0, endsMs: 500 },
      { segment: 0, endsMs: 1000 },
      { segment: 1, endsMs: 1500 },
      { segment: 1, endsMs: 2000 },
    ])
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['live'])
  })

  it('stores the last slice of its segment with the recorded time at the pause', async () => {
    const { recording, record, pass, say, slices } = await begin()
    await record()
    pass(200)
    recording.pause()
    pass(3000)
    say('the last slice')
    expect(slices.at(-1)).toEqual({ segment: 0, endsMs: 700 })
  })

  it('before the first slice uses no segment number', async () => {
    const { recording, record, slices } = await begin()
    recording.pause()
    recording.resume()
    await settle()
    await record()
    expect(slices).toEqual([{ segment: 0, endsMs: 500 }])
  })

  it('lets the recording resume only after the last slice of the earlier segment', async () => {
    const { recording, record, stopWith, say, state, running, slices } = await begin()
    await record()
    const stopping = Promise.withResolvers<void>()
    stopWith(stopping.promise)
    recording.pause()
    recording.resume()
    recording.resume()
    await settle()
    expect([state().phase, running()]).toEqual(['paused', 0])
    say('the last slice')
    stopping.resolve()
    await settle()
    expect([state().phase, running()]).toEqual(['recording', 1])
    await record()
    expect(slices.map(({ segment }) => segment)).toEqual([0, 0, 1])
  })

  it('can follow a resume at once, again and again', async () => {
    const { recording, record, running, state, slices } = await begin()
    for (let pauses = 0; pauses < 20; pauses++) {
      await record()
      recording.pause()
      expect(running()).toBe(0)
      recording.resume()
      await settle()
      expect(running()).toBe(1)
      recording.pause()
      recording.resume()
      await settle()
    }
    expect(state()).toMatchObject({ phase: 'recording', error: null })
    expect(slices.map(({ segment }) => segment)).toEqual(Array.from({ length: 20 }, (_, at) => at))
    expect(slices.at(-1)?.endsMs).toBe(10_000)
  })

  it('takes effect at once while the microphone is being changed', async () => {
    const { recording, record, openWith, running, state, slices, microphones } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    openWith(opening.promise)
    const choosing = recording.choose('headset')
    recording.pause()
    expect(running()).toBe(0)
    opening.resolve()
    await choosing
    expect([state().phase, state().deviceId, running()]).toEqual(['paused', 'headset', 0])
    recording.resume()
    await settle()
    await record()
    expect([running(), slices.at(-1)]).toEqual([1, { segment: 1, endsMs: 1000 }])
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
  })

  it('while a lost microphone is being replaced keeps the recording from going on by itself', async () => {
    const { recording, record, openWith, unplug, running, state } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    openWith(opening.promise)
    unplug()
    await settle()
    expect(state().phase).toBe('interrupted')
    recording.pause()
    opening.resolve()
    await settle()
    expect([state().phase, running()]).toEqual(['paused', 0])
    recording.resume()
    await settle()
    expect([state().phase, running()]).toEqual(['recording', 1])
  })

  it('ignores an error of the recorder that it ended', async () => {
    const { recording, record, segments, state } = await begin()
    await record()
    recording.pause()
    recording.resume()
    await settle()
    segments[0]?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
  })
})

describe('the end of a recording', () => {
  it('takes effect at once while the microphone is being changed, and frees both', async () => {
    const { recording, record, openWith, running, microphones } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    openWith(opening.promise)
    const choosing = recording.choose('headset')
    const stopping = recording.stop()
    expect(running()).toBe(0)
    opening.resolve()
    await Promise.all([choosing, stopping])
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })
})

describe('a computer that sleeps', () => {
  it('leaves a gap that does not count, and a new segment', async () => {
    const { record, pass, state, slices } = await begin()
    await record(4)
    pass(60 * minute, 500)
    await record(3)
    expect(state().phase).toBe('recording')
    // The fifth was captured before the sleep and handed out after it.
    expect(slices.map(({ segment }) => segment)).toEqual([0, 0, 0, 0, 0, 1, 1])
    expect(slices.at(-1)?.endsMs).toBe(3000)
  })

  it('is noticed without a slice too, and the microphone opened anew when it gives none', async () => {
    const { record, pass, state, microphones, slices } = await begin()
    await record(2)
    for (const opened of [1, 2]) {
      pass(6000)
      await vi.advanceTimersByTimeAsync(300)
      expect([microphones.length, state().phase]).toEqual([opened, 'recording'])
    }
    await record(1)
    expect([slices.at(-1), state().elapsedMs]).toEqual([{ segment: 1, endsMs: 1500 }, 1000])
  })
})

describe('a forgotten recording', () => {
  it('is asked about again and again, and stops itself', async () => {
    const { recording, record, state, microphones } = await begin({ longMs: 2000, fullMs: 7000 })
    await record(3)
    expect(state().isLong).toBe(false)
    await record(1)
    expect(state().isLong).toBe(true)
    recording.keepGoing()
    await record(3)
    expect(state().isLong).toBe(false)
    await record(1)
    expect(state().isLong).toBe(true)
    await record(6)
    expect(state()).toMatchObject({ phase: 'paused', isFull: true, isLong: false, elapsedMs: 7000 })
    expect(microphones.at(-1)?.readyState).toBe('ended')
    recording.resume()
    expect(state()).toMatchObject({ phase: 'paused', error: expect.stringContaining('recording is full') })
  })
})
