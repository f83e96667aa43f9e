import { describe, expect, it } from 'vitest'
import { unfinishedStatus, type Waiting } from './unfinished-status.ts'

const now = Date.parse('2026-03-02T09:30:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString()
const recording = (seconds: number) => ({ startedAt: ago(3600), lastChunkAt: ago(seconds) })
const here: Waiting = { chunks: 3, ms: 1500, isHeldByAnotherTab: false }

describe('who is at an unfinished recording', () => {
  it('is another device when audio came just now and this browser knows nothing of it', () => {
    expect(unfinishedStatus(recording(5), null, false, now)).toBe('other device')
    expect(unfinishedStatus({ startedAt: ago(5), lastChunkAt: null }, null, false, now)).toBe('other device')
  })

  it('is nobody once no audio came for a while', () => {
    expect(unfinishedStatus(recording(25), null, false, now)).toBe('open')
    expect(unfinishedStatus({ startedAt: ago(60), lastChunkAt: null }, null, false, now)).toBe('open')
  })

  it('is nobody when this browser or this page recorded it', () => {
    expect(unfinishedStatus(recording(5), here, false, now)).toBe('open')
    expect(unfinishedStatus(recording(5), null, true, now)).toBe('open')
  })

  it('is another tab that holds it, however long it has been quiet', () => {
    expect(unfinishedStatus(recording(500), { ...here, isHeldByAnotherTab: true }, true, now)).toBe('other tab')
  })
})
