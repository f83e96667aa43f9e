import { describe, expect, it } from 'vitest'
import { noticesOf } from './notices.ts'
import { recording } from './recorder-state.fixture.ts'
import type { RecorderState } from './recorder-state.ts'

const titles = (part: Partial<RecorderState>) => noticesOf({ ...recording, ...part }).map(({ title }) => title)
const ways = (part: Partial<RecorderState>) => noticesOf({ ...recording, ...part }).flatMap((notice) => notice.ways)

describe('recorder notices', () => {
  it('shows no notices without problems', () => expect(noticesOf(recording)).toEqual([]))

  it('shows waiting audio while offline', () => {
    const [notice] = noticesOf({ ...recording, line: 'waiting', elapsedMs: 240_000, storedMs: 240_000 })
    expect(`${notice?.title}${notice?.running}`).toBe('Recording continues on this device. 2:10 waiting to upload.')
  })

  it("says that recording continues while the server's disk is full", () => {
    const [notice] = noticesOf({ ...recording, line: 'disk full' })
    expect(notice?.title).toBe('Recording continues on this device.')
    expect(notice?.text).toBe(
      "Attend cannot save right now: the server's disk is full. Upload will resume automatically.",
    )
    expect(titles({ phase: 'ending', line: 'disk full' })).toEqual([
      "Attend cannot save right now: the server's disk is full.",
    ])
  })

  it('keeps running values out of the announced title', () => {
    const titleAt = (storedMs: number) => titles({ line: 'waiting', storedMs })
    expect(titleAt(240_000)).toEqual(titleAt(4_000_000))
  })

  it('does not claim that a paused session is being recorded', () => {
    for (const line of ['waiting', 'signed out'] as const) {
      expect(JSON.stringify(noticesOf({ ...recording, line, phase: 'paused' }))).not.toContain('Recording continues')
    }
  })

  it('offers to sign in again and says that nothing is lost', () => {
    const [notice] = noticesOf({ ...recording, line: 'signed out' })
    expect(notice?.title).toBe('You are signed out. Recording continues on this device.')
    expect(notice?.running).toBe(' 0:10 waiting to upload.')
    expect(notice?.ways).toEqual(['sign in'])
  })

  it('reports a silent, muted or disconnected microphone', () => {
    expect(titles({ microphone: 'silent' })).toEqual(['No sound from the microphone.'])
    expect(titles({ microphone: 'muted' })).toEqual(['The microphone is muted. Silence is being recorded.'])
    expect(titles({ microphone: 'gone', phase: 'interrupted' })).toEqual([
      'The microphone was disconnected. Nothing is being recorded.',
    ])
    expect(ways({ microphone: 'gone', phase: 'interrupted' })).toEqual(['try again'])
  })

  it('says that level meter and live text are missing when the browser does not process audio', () => {
    const [notice] = noticesOf({ ...recording, hasLevel: false })
    expect(notice?.title).toBe('Recording continues without level meter and live text.')
    expect(notice?.text).toContain('Connect speakers or headphones')
    expect(titles({ hasLevel: false, phase: 'paused' })).toEqual([])
  })

  it('says that a recording was interrupted without blaming the microphone', () => {
    expect(titles({ phase: 'interrupted', microphone: 'not recorded' })).toEqual([
      'Recording stopped because of an error in the browser. Nothing is being recorded.',
    ])
    expect(titles({ phase: 'interrupted' })).toEqual(['The recording was interrupted. Nothing is being recorded.'])
  })

  it('does not ask for sound from a paused session', () => {
    expect(titles({ microphone: 'silent', phase: 'paused' })).toEqual([])
  })

  it('shows an error first and offers its action once', () => {
    const broken = { phase: 'interrupted', microphone: 'gone', error: 'Failed to resume recording' } as const
    expect(titles(broken)[0]).toBe('Failed to resume recording')
    expect(ways(broken)).toEqual(['try again'])
    expect(ways({ phase: 'ending', error: 'Failed to process recording' })).toEqual(['try again'])
  })

  it('explains how to allow a denied microphone', () => {
    const error = 'Unable to access microphone. Please check your browser permissions.'
    const [notice] = noticesOf({ ...recording, phase: 'idle', sessionId: null, error })
    expect(notice?.title).toBe(error)
    expect(notice?.text).toContain('Allow the microphone')
  })

  it('reports the four-hour stop and the audio still to upload', () => {
    expect(titles({ phase: 'paused', isFull: true })).toEqual(['The recording stopped automatically after four hours.'])
    expect(titles({ phase: 'ending', line: 'waiting' })).toEqual(['Attend cannot be reached right now.'])
  })
})
