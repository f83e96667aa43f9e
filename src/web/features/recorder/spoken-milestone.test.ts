import { describe, expect, it } from 'vitest'
import { recording } from './recorder-state.fixture.ts'
import { spokenMilestone } from './spoken-milestone.ts'

describe('what a screen reader hears of the time', () => {
  it('is nothing in the first minutes', () => {
    const seconds = Array.from({ length: 600 }, (_, second) =>
      spokenMilestone({ ...recording, elapsedMs: second * 1000 }),
    )
    expect([...new Set(seconds)]).toEqual([''])
  })

  it('is every tenth minute of a recording, also while it is paused', () => {
    expect(spokenMilestone({ phase: 'recording', elapsedMs: 25 * 60_000 })).toBe(', 20 minutes recorded')
    expect(spokenMilestone({ phase: 'paused', elapsedMs: 60 * 60_000 })).toBe(', 60 minutes recorded')
    expect(spokenMilestone({ phase: 'interrupted', elapsedMs: 60 * 60_000 })).toBe('')
  })
})
