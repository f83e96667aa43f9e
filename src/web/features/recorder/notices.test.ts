import { describe, expect, it } from 'vitest'
import { noticesOf } from './notices.ts'
import { recording } from './recorder-state.fixture.ts'
import type { RecorderState } from './recorder-state.ts'

const titles = (part: Partial<RecorderState>) => noticesOf({ ...recording, ...part }).map(({ title }) => title)
const actionsIn = (part: Partial<RecorderState>) =>
  noticesOf({ ...recording, ...part }).flatMap((notice) => notice.actions)

describe('the notices of a recorder', () => {
  it('are empty if there are no problems', () => expect(noticesOf(recording)).toEqual([]))

  it('say that audio is waiting while offline', () => {
    const [notice] = noticesOf({ ...recording, line: 'waiting', elapsedMs: 240_000, storedMs: 240_000 })
    expect(`${notice?.title}${notice?.running}`).toBe('Recording continues on this device. 2:10 waiting to upload.')
  })

  it("say that recording continues while the server's disk is full", () => {
    const [notice] = noticesOf({ ...recording, line: 'disk full' })
    expect(notice?.title).toBe('Recording continues on this device.')
    expect(notice?.text).toBe(
      "Attend cannot save right now: the server's disk is full. Upload will resume automatically.",
    )
    expect(titles({ phase: 'ending', line: 'disk full' })).toEqual([
      "Attend cannot save right now: the server's disk is full.",
    ])
  })

  it('have an announced title without values that change every second', () => {
    const titleAt = (storedMs: number) => titles({ line: 'waiting', storedMs })
    expect(titleAt(240_000)).toEqual(titleAt(4_000_000))
  })

  it('do not claim that a paused session is being recorded', () => {
    for (const line of ['waiting', 'signed out', 'no access'] as const) {
      expect(JSON.stringify(noticesOf({ ...recording, line, phase: 'paused' }))).not.toContain('Recording continues')
    }
  })

  it('offer to sign in again and say that nothing is lost', () => {
    const [notice] = noticesOf({ ...recording, line: 'signed out' })
    expect(notice?.title).toBe('You are signed out. Recording continues on this device.')
    expect(notice?.running).toBe(' 0:10 waiting to upload.')
    expect(notice?.actions).toEqual(['sign in'])
  })

  it('do not ask a removed member to sign in again only', () => {
    const [notice] = noticesOf({ ...recording, line: 'no access' })
    expect(notice?.title).toBe('You have no access to this session. Recording continues on this device.')
    expect(notice?.text).toContain('If you were removed from the organization, audio from now on cannot be saved.')
    expect(titles({ line: 'no access', phase: 'ending' })).toEqual(['You have no access to this session.'])
  })

  it('report a silent, muted or disconnected microphone', () => {
    expect(titles({ microphone: 'silent' })).toEqual(['No sound from the microphone.'])
    expect(titles({ microphone: 'muted' })).toEqual(['The microphone is muted. Silence is being recorded.'])
    expect(titles({ microphone: 'gone', phase: 'interrupted' })).toEqual([
      'The microphone was disconnected. Nothing is being recorded.',
    ])
    expect(actionsIn({ microphone: 'gone', phase: 'interrupted' })).toEqual(['try again'])
  })

  it('report that level meter and live text are missing if the browser does not process audio', () => {
    const [notice] = noticesOf({ ...recording, hasLevel: false })
    expect(notice?.title).toBe('Recording continues without level meter and live text.')
    expect(notice?.text).toContain('Connect speakers or headphones')
    expect(titles({ hasLevel: false, phase: 'paused' })).toEqual([])
  })

  it('report an interrupted recording without blaming the microphone', () => {
    expect(titles({ phase: 'interrupted', microphone: 'not recorded' })).toEqual([
      'Recording stopped because of an error in the browser. Nothing is being recorded.',
    ])
    expect(titles({ phase: 'interrupted' })).toEqual(['The recording was interrupted. Nothing is being recorded.'])
  })

  it('do not ask for sound while a session is paused', () => {
    expect(titles({ microphone: 'silent', phase: 'paused' })).toEqual([])
  })

  it('show an error first and offer its action once', () => {
    const broken = { phase: 'interrupted', microphone: 'gone', error: 'Failed to resume recording' } as const
    expect(titles(broken)[0]).toBe('Failed to resume recording')
    expect(actionsIn(broken)).toEqual(['try again'])
    expect(actionsIn({ phase: 'ending', error: 'Failed to process recording' })).toEqual(['try again'])
  })

  it('explain how to allow a denied microphone', () => {
    const error = 'Unable to access microphone. Please check your browser permissions.'
    const [notice] = noticesOf({ ...recording, phase: 'idle', sessionId: null, error })
    expect(notice?.title).toBe(error)
    expect(notice?.text).toContain('Allow the microphone')
  })

  it('report the stop after four hours, and the audio still to be uploaded', () => {
    expect(titles({ phase: 'paused', isFull: true })).toEqual(['The recording stopped automatically after four hours.'])
    expect(titles({ phase: 'ending', line: 'waiting' })).toEqual(['Attend cannot be reached right now.'])
  })
})
