import { describe, expect, it } from 'vitest'
import { unfinishedStatus, type PendingAudio } from './unfinished-status.ts'

const now = Date.parse('2026-03-02T09:30:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const recording = (seconds: number) => ({ startedAt: ago(3600), lastChunkAt: ago(seconds) })
const pendingHere: PendingAudio = { chunks: 3, ms: 1500, isHeldByAnotherTab: false }

describe('the status of an unfinished recording', () => {
  it("the status of an unfinished recording is 'other device' if audio arrived recently and this browser has none", () => {
    expect(unfinishedStatus(recording(5), null, false, now)).toBe('other device')
    expect(unfinishedStatus({ startedAt: ago(5), lastChunkAt: null }, null, false, now)).toBe('other device')
  })

  it("the status of an unfinished recording is 'open' if no audio arrived for a while", () => {
    expect(unfinishedStatus(recording(25), null, false, now)).toBe('open')
    expect(unfinishedStatus({ startedAt: ago(60), lastChunkAt: null }, null, false, now)).toBe('open')
  })

  it("the status of an unfinished recording is 'open' if this browser or page recorded it", () => {
    expect(unfinishedStatus(recording(5), pendingHere, false, now)).toBe('open')
    expect(unfinishedStatus(recording(5), null, true, now)).toBe('open')
  })

  it("the status of an unfinished recording is 'other tab' while another tab holds its lock", () => {
    expect(unfinishedStatus(recording(500), { ...pendingHere, isHeldByAnotherTab: true }, true, now)).toBe('other tab')
  })
})
