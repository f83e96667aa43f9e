import { describe, expect, it } from 'vitest'
import { begin, minute, settle, useFakeBrowser } from './recording.fixture.ts'

useFakeBrowser()

describe('pause and resume', () => {
  it('pause ends the segment immediately and keeps the microphone open; resume starts another segment', async () => {
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

  it('pause stores the last slice with the recorded time of the pause', async () => {
    const { recording, record, pass, say, slices } = await begin()
    await record()
    pass(200)
    recording.pause()
    pass(3000)
    say('the last slice')
    expect(slices.at(-1)).toEqual({ segment: 0, endsMs: 700 })
  })

  it('pause before the first slice uses no segment number', async () => {
    const { recording, record, slices } = await begin()
    recording.pause()
    recording.resume()
    await settle()
    await record()
    expect(slices).toEqual([{ segment: 0, endsMs: 500 }])
  })

  it('resume waits for the last slice of the previous segment', async () => {
    const { recording, record, delayStopping, say, state, running, slices } = await begin()
    await record()
    const stopping = Promise.withResolvers<void>()
    delayStopping(stopping.promise)
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

  it('pause can follow resume immediately and repeatedly', async () => {
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

  it('pause takes effect immediately during a microphone change', async () => {
    const { recording, record, delayOpening, running, state, slices, microphones } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    delayOpening(opening.promise)
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

  it('pause during the replacement of a microphone keeps the recording paused', async () => {
    const { recording, record, delayOpening, unplug, running, state } = await begin()
    await record()
    const opening = Promise.withResolvers<void>()
    delayOpening(opening.promise)
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

  it('errors of a recorder that has ended are ignored', async () => {
    const { recording, record, segments, state } = await begin()
    await record()
    recording.pause()
    recording.resume()
    await settle()
    segments[0]?.onError(new DOMException('The encoder stopped', 'EncodingError'))
    expect(state()).toMatchObject({ phase: 'recording', microphone: 'ok', error: null })
  })
})
