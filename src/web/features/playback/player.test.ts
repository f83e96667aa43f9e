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
  // @ts-expect-error -- the fake has only what the player uses
  const player = new Player(open, audio)
  return { audio, open, player }
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
