import { describe, expect, it } from 'vitest'
import { noticesOf } from './notices.ts'
import { recording } from './recorder-state.fixture.ts'
import { spokenNotices, spokenState } from './spoken.ts'

describe('what a screen reader hears', () => {
  it('is the state, once', () => {
    const seconds = Array.from({ length: 600 }, (_, second) => spokenState({ ...recording, elapsedMs: second * 1000 }))
    expect([...new Set(seconds)]).toEqual(['Recording'])
    expect(spokenState({ ...recording, phase: 'interrupted' })).toBe('Not recording')
    expect(spokenState({ ...recording, phase: 'idle' })).toBe('')
  })

  it('is every tenth minute', () => {
    expect(spokenState({ ...recording, elapsedMs: 25 * 60_000 })).toBe('Recording. 20 minutes recorded.')
  })

  it('is a trouble once, however its times run on', () => {
    const at = (storedMs: number) => spokenNotices(noticesOf({ ...recording, line: 'waiting', storedMs }))
    expect(at(240_000)).toBe('Recording continues on this device.')
    expect(at(241_000)).toBe(at(4_000_000))
  })
})
