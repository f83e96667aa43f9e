import { describe, expect, it } from 'vitest'
import { recording } from './recorder-state.fixture.ts'
import { spokenState } from './spoken.ts'

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
})
