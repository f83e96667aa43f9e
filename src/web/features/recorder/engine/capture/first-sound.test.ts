import { describe, expect, it, vi } from 'vitest'
import { createCapture } from './capture.ts'
import { begin, settle, useFakeBrowser } from './recording.fixture.ts'
import { playedSound } from './sound.fixture.ts'

useFakeBrowser()

describe('opening a microphone', () => {
  it('opening a microphone waits for its first sound', async () => {
    const { hear, isOpen } = await openSilent()
    expect(isOpen()).toBe(false)
    await vi.advanceTimersByTimeAsync(1500)
    hear({ type: 'level', rms: 0 })
    await settle()
    expect(isOpen()).toBe(false)
    hear({ type: 'level', rms: 0.0001 })
    await settle()
    expect(isOpen()).toBe(true)
  })

  it('opening a microphone waits at most two seconds if there is no sound', async () => {
    const { isOpen } = await openSilent()
    await vi.advanceTimersByTimeAsync(1999)
    expect(isOpen()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isOpen()).toBe(true)
  })

  it('opening a microphone does not wait if it is muted', async () => {
    const { mute, isOpen } = await openSilent()
    mute(true)
    await settle()
    expect(isOpen()).toBe(true)
  })

  it('opening a microphone does not wait if the browser cannot process its sound', async () => {
    const { isOpen } = await openSilent({ canListen: false })
    expect(isOpen()).toBe(true)
  })
})

describe('changing the microphone', () => {
  it('the previous microphone is recorded until the new microphone has sound', async () => {
    const { recording, record, hear, beSilent, microphones, slices } = await begin()
    await record()
    beSilent()
    const chosen = recording.choose('desk')
    await settle()
    await record()
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['live', 'live'])
    hear({ type: 'level', rms: 0.1 })
    await chosen
    await record()
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['ended', 'live'])
    expect(slices.map(({ segment }) => segment)).toEqual([0, 0, 1])
  })

  it('the previous microphone stays open if the new microphone is disconnected before its first sound', async () => {
    const { recording, record, beSilent, unplug, microphones, slices, state } = await begin()
    beSilent()
    const chosen = recording.choose('desk')
    await settle()
    unplug()
    await chosen
    await record()
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['live', 'ended'])
    expect(slices.map(({ segment }) => segment)).toEqual([0])
    expect(state()).toMatchObject({
      phase: 'recording',
      microphone: 'ok',
      error: 'Recording error: the microphone was disconnected. Connect one and try again.',
    })
  })

  it('a new microphone is released if the recorder of the previous microphone does not stop', async () => {
    const { recording, record, breakStop, microphones, slices, state } = await begin()
    breakStop()
    await recording.choose('desk')
    await record()
    expect(microphones.map(({ readyState }) => readyState)).toEqual(['live', 'ended'])
    expect(slices.map(({ segment }) => segment)).toEqual([0])
    expect(state()).toMatchObject({ phase: 'recording', error: 'Failed to resume recording' })
  })

  it('the level of a new microphone is not reported until it replaces the previous microphone', async () => {
    const { recording, hear, beSilent, levels } = await begin()
    beSilent()
    const chosen = recording.choose('desk')
    await settle()
    hear({ type: 'level', rms: 0.5 })
    expect(levels).toHaveLength(0)
    await chosen
    hear({ type: 'level', rms: 0.5 })
    expect(levels).toHaveLength(1)
  })
})

/** Opens a microphone that delivers no sound until the test sends some. */
async function openSilent({ canListen = true } = {}) {
  const played = playedSound()
  played.beSilent()
  const onOpened = vi.fn()
  const capture = createCapture(
    async (deviceId) => {
      const microphone = await played.openMicrophone(deviceId)
      const listen = () => Promise.reject(new DOMException('no audio output', 'NotSupportedError'))
      return canListen ? microphone : { ...microphone, listen }
    },
    { onSlice: vi.fn(), onTapMessage: vi.fn(), onMuted: vi.fn(), onLost: vi.fn(), takeSegment: () => 0 },
  )
  void capture.open(null).then(onOpened)
  await settle()
  return { ...played, isOpen: () => onOpened.mock.calls.length > 0 }
}
