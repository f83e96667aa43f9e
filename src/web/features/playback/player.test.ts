import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Player } from './player.ts'

/** A fake with the part of an audio element that the player uses. The test sets its time. */
class FakeAudio extends EventTarget {
  src = ''
  preload = ''
  currentTime = 0
  isPlaying = false
  refusals = 0

  load() {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  }

  play(): Promise<void> {
    if (this.refusals-- > 0) return Promise.reject(new Error('gone'))
    this.isPlaying = true
    return Promise.resolve()
  }

  pause() {
    this.isPlaying = false
  }

  get paused() {
    return !this.isPlaying
  }

  /** Fails while it plays, or lets the browser pause it. */
  emit(type: 'error' | 'pause') {
    if (type === 'pause') this.isPlaying = false
    this.dispatchEvent(new Event(type))
  }

  moveTo(seconds: number) {
    this.currentTime = seconds
    this.dispatchEvent(new Event('timeupdate'))
  }
}

const minute = 60_000

function setUp({ lifeMs = 5 * minute } = {}) {
  const audio = new FakeAudio()
  const open = vi.fn(() =>
    Promise.resolve({
      url: `/media/${open.mock.calls.length}`,
      expiresAt: new Date(Date.now() + lifeMs).toISOString(),
      mediaType: 'audio/webm',
    }),
  )
  const onFailed = vi.fn<(error: unknown) => void>()
  // @ts-expect-error -- the fake has only what the player uses
  const player = new Player(open, onFailed, audio)
  return { audio, open, onFailed, player }
}

describe('player', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    vi.stubGlobal('cancelAnimationFrame', () => undefined)
  })
  afterEach(() => vi.unstubAllGlobals())

  it('the player plays from the start to the end of the span', async () => {
    const { audio, player } = setUp()
    await player.play({ start: 12, end: 15 })
    expect([audio.currentTime, audio.isPlaying, player.getState().status]).toEqual([12, true, 'playing'])
    audio.moveTo(14.9)
    expect(audio.isPlaying).toBe(true)
    audio.moveTo(15.01)
    expect([audio.isPlaying, player.getState().status]).toEqual([false, 'idle'])
  })

  it('the player requests one link for all spans', async () => {
    const { open, player } = setUp()
    await player.play({ start: 1, end: 2 })
    await player.play({ start: 3, end: 4 })
    expect(open).toHaveBeenCalledTimes(1)
    expect(player.getState().span).toEqual({ start: 3, end: 4 })
  })

  it('the player renews a link before it expires', async () => {
    const { audio, open, player } = setUp({ lifeMs: 1000 })
    await player.play({ start: 1, end: 2 })
    await player.play({ start: 3, end: 4 })
    expect(open).toHaveBeenCalledTimes(2)
    expect(audio.src).toBe('/media/2')
  })

  it('the player retries once with a new link if the audio fails to load, then reports a failure', async () => {
    const { audio, open, player } = setUp()
    audio.refusals = 1
    await player.play({ start: 1, end: 2 })
    expect([open.mock.calls.length, player.getState().status]).toEqual([2, 'playing'])
    audio.refusals = 2
    await expect(player.play({ start: 1, end: 2 })).rejects.toThrow('gone')
    expect(player.getState().status).toBe('failed')
  })

  it('the player continues with a new link at its position if the audio fails while it plays', async () => {
    const { audio, open, onFailed, player } = setUp()
    await player.play({ start: 10, end: 90 })
    for (const [links, seconds] of [
      [2, 40],
      [3, 70],
    ] as const) {
      audio.moveTo(seconds)
      audio.emit('error')
      await vi.waitFor(() => expect(player.getState().status).toBe('playing'))
      expect([open.mock.calls.length, audio.currentTime, audio.isPlaying]).toEqual([links, seconds, true])
    }
    expect(player.getState().span).toEqual({ start: 10, end: 90 })
    expect(onFailed).not.toHaveBeenCalled()
  })

  it('the player reports a failure if the audio fails again with a new link', async () => {
    const { audio, open, onFailed, player } = setUp()
    await player.play({ start: 10, end: 90 })
    audio.refusals = 1
    audio.emit('error')
    await vi.waitFor(() => expect(player.getState().status).toBe('failed'))
    expect([open.mock.calls.length, onFailed.mock.calls.length, audio.isPlaying]).toEqual([2, 1, false])

    await player.play({ start: 10, end: 90 })
    audio.emit('error')
    await vi.waitFor(() => expect(player.getState().status).toBe('playing'))
    audio.moveTo(10.5)
    audio.emit('error')
    expect([open.mock.calls.length, player.getState().status]).toEqual([4, 'failed'])
    expect(onFailed).toHaveBeenCalledTimes(2)
  })

  it('the player is idle after the browser has paused it', async () => {
    const { audio, player } = setUp()
    await player.play({ start: 10, end: 90 })
    audio.emit('pause')
    expect(player.getState()).toEqual({ status: 'idle', span: null })
    await player.play({ start: 10, end: 90 })
    audio.dispatchEvent(new Event('pause'))
    expect(player.getState().status).toBe('playing')
  })

  it('the player plays only the span that was requested last', async () => {
    const { audio, player } = setUp()
    await Promise.all([player.play({ start: 1, end: 2 }), player.play({ start: 30, end: 31 })])
    expect([audio.currentTime, player.getState().span?.start]).toEqual([30, 30])
  })

  it('the player does not play if it was stopped while loading', async () => {
    const { audio, player } = setUp()
    const playing = player.play({ start: 1, end: 2 })
    player.stop()
    await playing
    expect([audio.isPlaying, player.getState().status]).toEqual([false, 'idle'])
  })
})
