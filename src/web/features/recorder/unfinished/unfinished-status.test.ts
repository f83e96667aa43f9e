import { describe, expect, it } from 'vitest'
import { unfinishedStatus, type PendingAudio } from './unfinished-status.ts'

const recording = (seconds: number) => ({ idleMs: seconds * 1000 })
const pendingHere: PendingAudio = { chunks: 3, ms: 1500, isHeldByAnotherTab: false }

describe('the status of an unfinished recording', () => {
  it("the status of an unfinished recording is 'other device' if audio arrived recently and this browser has none", () => {
    expect(unfinishedStatus(recording(5), null, false)).toBe('other device')
  })

  it("the status of an unfinished recording is 'open' if no audio arrived for a while", () => {
    expect(unfinishedStatus(recording(25), null, false)).toBe('open')
  })

  it("the status of an unfinished recording is 'open' if this browser or page recorded it", () => {
    expect(unfinishedStatus(recording(5), pendingHere, false)).toBe('open')
    expect(unfinishedStatus(recording(5), null, true)).toBe('open')
  })

  it("the status of an unfinished recording is 'other tab' while another tab holds its lock", () => {
    expect(unfinishedStatus(recording(500), { ...pendingHere, isHeldByAnotherTab: true }, true)).toBe('other tab')
  })
})
