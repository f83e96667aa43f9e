import { describe, expect, it, vi } from 'vitest'
import { MicrophoneRefused } from './microphone-error.ts'
import { begin, currentDevices, minute, settle, unplugged, useFakeBrowser } from './recording.fixture.ts'

useFakeBrowser()

describe('the microphone of a recording', () => {
  it('a lost microphone is replaced immediately, in a new segment', async () => {
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

  it('a missing microphone interrupts the recording, and this time does not count', async () => {
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
    currentDevices().dispatchEvent(new Event('devicechange'))
    await settle()
    await record(2)
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
    expect(slices.at(-1)).toEqual({ segment: 1, endsMs: 3000 })
  })

  it('a missing microphone is requested repeatedly, unless access was denied', async () => {
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

  it('a microphone that was lost during a pause is opened again on resume', async () => {
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

  it('the microphone can be changed while recording, and stays if the change fails', async () => {
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

  it('a silent or muted microphone is reported', async () => {
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

  it('missing levels are reported after five seconds, until a level arrives', async () => {
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

  it('live chunks are delivered with their recorded time', async () => {
    const { hear, record, liveChunks } = await begin()
    await record(10)
    hear({ type: 'live chunk', samples: new Int16Array(80_000) })
    expect(liveChunks.map(({ start, end, wav }) => [start, end, wav.byteLength])).toEqual([[0, 5, 160_044]])
  })
})

describe('the MediaRecorder of a recording', () => {
  it('a failed recorder is replaced, and its error is shown until the new recorder delivers audio', async () => {
    const { record, segments, state, slices, microphones } = await begin()
    await record()
    segments.at(-1)?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    expect(state()).toMatchObject({ phase: 'interrupted', error: 'Recording error: The encoder stopped' })
    expect(state()).toMatchObject({ microphone: 'not recorded' })
    await settle()
    await record()
    expect(state()).toMatchObject({ phase: 'recording', error: null, microphone: 'ok' })
    expect(slices.map(({ segment }) => segment)).toEqual([0, 1])
    // The microphone worked all the time, so it is not opened again.
    expect(microphones).toHaveLength(1)
  })

  it('a recorder that cannot restart is not reported as a lost microphone', async () => {
    const { record, breakDown, segments, state } = await begin()
    await record()
    breakDown()
    segments.at(-1)?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    await settle()
    expect(state()).toMatchObject({ phase: 'interrupted', microphone: 'not recorded' })
  })

  it('a recorder that failed during a pause is replaced on resume', async () => {
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

  it('a recorder that does not stop is reported, and its microphone is closed', async () => {
    const { recording, record, breakStop, state, microphones } = await begin()
    await record()
    breakStop()
    recording.pause()
    await settle()
    expect(state()).toMatchObject({ phase: 'paused', error: 'Failed to pause recording' })
    expect(microphones.at(-1)?.readyState).toBe('ended')
  })

  it('a slice that a recorder delivers after the next segment has started is dropped', async () => {
    const { recording, record, segments, slices } = await begin()
    await record()
    await recording.choose('headset')
    await record()
    segments[0]?.onSlice(new Blob(['late']))
    await record()
    expect(slices.map(({ segment }) => segment)).toEqual([0, 1, 1])
  })

  it('a recorder that cannot restart leaves the session paused with an error', async () => {
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

describe('the end of a recording', () => {
  it('the end of a recording takes effect immediately during a microphone change, and releases both microphones', async () => {
    const { recording, record, delayOpening, running, microphones } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    delayOpening(opening.promise)
    const choosing = recording.choose('headset')
    const stopping = recording.stop()
    expect(running()).toBe(0)
    opening.resolve()
    await Promise.all([choosing, stopping])
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })
})

describe('a computer that sleeps', () => {
  it('sleep of the computer does not count as recorded time, and starts a new segment', async () => {
    const { record, pass, state, slices } = await begin()
    await record(4)
    pass(60 * minute, 500)
    await record(3)
    expect(state().phase).toBe('recording')
    // The fifth slice was captured before the sleep and delivered after it.
    expect(slices.map(({ segment }) => segment)).toEqual([0, 0, 0, 0, 0, 1, 1])
    expect(slices.at(-1)?.endsMs).toBe(3000)
  })

  it('after sleep, a stream without new slices is reused once, then the microphone is opened again', async () => {
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

describe('an unattended recording', () => {
  it('an unattended recording asks repeatedly whether to continue, then stops', async () => {
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
