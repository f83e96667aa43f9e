import { describe, expect, it } from 'vitest'
import { noticesOf } from './notices.ts'
import { recording } from './recorder-state.fixture.ts'
import type { RecorderState } from './recorder-state.ts'

const titles = (part: Partial<RecorderState>) => noticesOf({ ...recording, ...part }).map(({ title }) => title)
const actionsIn = (part: Partial<RecorderState>) =>
  noticesOf({ ...recording, ...part }).flatMap((notice) => notice.actions)

describe('the notices of a recorder', () => {
  it('a recording without problems has no notices', () => expect(noticesOf(recording)).toEqual([]))

  it('a notice says how much audio is waiting while offline', () => {
    const [notice] = noticesOf({ ...recording, line: 'waiting', elapsedMs: 240_000, capturedMs: 240_000 })
    expect(`${notice?.title}${notice?.running}`).toBe('Recording continues on this device. 2:10 waiting to upload.')
  })

  it("a notice says that recording continues while the server's disk is full", () => {
    const [notice] = noticesOf({ ...recording, line: 'disk full' })
    expect(notice?.title).toBe('Recording continues on this device.')
    expect(notice?.text).toBe(
      "Attend cannot save right now: the server's disk is full. Upload will resume automatically.",
    )
    expect(titles({ phase: 'ending', line: 'disk full' })).toEqual([
      "Attend cannot save right now: the server's disk is full.",
    ])
  })

  it('the announced title of a notice contains no values that change every second', () => {
    const titleAt = (capturedMs: number) => titles({ line: 'waiting', capturedMs })
    expect(titleAt(240_000)).toEqual(titleAt(4_000_000))
  })

  it('notices do not claim that a paused session is being recorded', () => {
    for (const line of ['waiting', 'signed out', 'no access'] as const) {
      expect(JSON.stringify(noticesOf({ ...recording, line, phase: 'paused' }))).not.toContain('Recording continues')
    }
  })

  it('the notice for a signed-out user says that recording continues, and offers to sign in', () => {
    const [notice] = noticesOf({ ...recording, line: 'signed out' })
    expect(notice?.title).toBe('You are signed out. Recording continues on this device.')
    expect(notice?.running).toBe(' 0:10 waiting to upload.')
    expect(notice?.actions).toEqual(['sign in'])
  })

  it('the notice for a user without access says that a removed member can save no more audio', () => {
    const [notice] = noticesOf({ ...recording, line: 'no access' })
    expect(notice?.title).toBe('You have no access to this session. Recording continues on this device.')
    expect(notice?.text).toContain('If you were removed from the organization, audio from now on cannot be saved.')
    expect(titles({ line: 'no access', phase: 'ending' })).toEqual(['You have no access to this session.'])
  })

  it('notices say to a removed member what is saved and who can end the session', () => {
    const [notice] = noticesOf({ ...recording, line: 'no access', phase: 'paused', savedMs: 65_000 })
    expect(notice?.text).toContain('Everything up to 01:05 is saved.')
    expect(notice?.text).toContain('transfer the client to another therapist, who then ends the session')
  })

  it('notices report a silent, muted or disconnected microphone', () => {
    expect(titles({ microphone: 'silent' })).toEqual(['No sound from the microphone.'])
    expect(titles({ microphone: 'muted' })).toEqual(['The microphone is muted. Silence is being recorded.'])
    expect(titles({ microphone: 'gone', phase: 'interrupted' })).toEqual([
      'The microphone was disconnected. Nothing is being recorded.',
    ])
    expect(actionsIn({ microphone: 'gone', phase: 'interrupted' })).toEqual(['try again'])
  })

  it('a notice reports that level meter and live text are missing if the browser does not process audio', () => {
    const [notice] = noticesOf({ ...recording, hasLevel: false })
    expect(notice?.title).toBe('Recording continues without level meter and live text.')
    expect(notice?.text).toContain('Connect speakers or headphones')
    expect(titles({ hasLevel: false, phase: 'paused' })).toEqual([])
  })

  it('the notice of an interrupted recording does not blame the microphone', () => {
    expect(titles({ phase: 'interrupted', microphone: 'not recorded' })).toEqual([
      'Recording stopped because of an error in the browser. Nothing is being recorded.',
    ])
    expect(titles({ phase: 'interrupted' })).toEqual(['The recording was interrupted. Nothing is being recorded.'])
  })

  it('a silent microphone is not reported while a session is paused', () => {
    expect(titles({ microphone: 'silent', phase: 'paused' })).toEqual([])
  })

  it('notices show an error first, and offer its action once', () => {
    const broken = { phase: 'interrupted', microphone: 'gone', error: 'Failed to resume recording' } as const
    expect(titles(broken)[0]).toBe('Failed to resume recording')
    expect(actionsIn(broken)).toEqual(['try again'])
  })

  it('notices offer no retry while a session is ending, because the end is repeated automatically', () => {
    expect(actionsIn({ phase: 'ending', error: 'Failed to stop recording' })).toEqual([])
  })

  it('notices count only stored or uploaded audio as saved', () => {
    const [notice] = noticesOf({ ...recording, phase: 'interrupted', storedMs: 60_000, savedMs: 50_000 })
    expect(notice?.text).toContain('Everything up to 01:00 is saved.')
  })

  it('the notice of a stranded recording offers to save its audio and to continue', () => {
    const stranded = { phase: 'stranded', line: 'waiting', isFull: true, error: 'This session has ended.' } as const
    expect([titles(stranded), actionsIn(stranded)]).toEqual([['This session has ended.'], ['save audio', 'continue']])
  })

  it('a notice reports another identity until the session has ended', () => {
    expect(titles({ isOtherIdentity: true })).toEqual(['Another user or organization is now active in this browser.'])
    expect(titles({ isOtherIdentity: true, phase: 'ended' })).toEqual([])
  })

  it('the notice of a full recording does not call audio saved that is only in memory', () => {
    const [notice] = noticesOf({ ...recording, phase: 'paused', isFull: true, storedMs: 60_000 })
    expect(notice?.text).toBe('End the session to create its note.')
  })

  it('a notice explains how to allow a denied microphone', () => {
    const error = 'Unable to access microphone. Please check your browser permissions.'
    const [notice] = noticesOf({ ...recording, phase: 'idle', sessionId: null, error })
    expect(notice?.title).toBe(error)
    expect(notice?.text).toContain('Allow the microphone')
  })

  it('notices report the stop after four hours, and an unreachable server while the session is ending', () => {
    expect(titles({ phase: 'paused', isFull: true })).toEqual(['The recording stopped automatically after four hours.'])
    expect(titles({ phase: 'ending', line: 'waiting' })).toEqual(['Attend cannot be reached right now.'])
  })
})
