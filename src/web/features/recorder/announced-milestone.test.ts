import { describe, expect, it } from 'vitest'
import { recording } from './recorder-state.fixture.ts'
import { announcedMilestone } from './announced-milestone.ts'

describe('the announced recorded time', () => {
  it('no recorded time is announced in the first ten minutes', () => {
    const seconds = Array.from({ length: 600 }, (_, second) =>
      announcedMilestone({ ...recording, elapsedMs: second * 1000 }),
    )
    expect([...new Set(seconds)]).toEqual([''])
  })

  it('the announced recorded time changes every ten minutes, also while paused', () => {
    expect(announcedMilestone({ phase: 'recording', elapsedMs: 25 * 60_000 })).toBe(', 20 minutes recorded')
    expect(announcedMilestone({ phase: 'paused', elapsedMs: 60 * 60_000 })).toBe(', 60 minutes recorded')
    expect(announcedMilestone({ phase: 'interrupted', elapsedMs: 60 * 60_000 })).toBe('')
  })
})
