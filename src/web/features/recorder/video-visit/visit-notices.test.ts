import { describe, expect, it } from 'vitest'
import { visitNotices } from './visit-notices.ts'
import { sharedVisit } from './visit-state.fixture.ts'

const titles = (changes: Partial<typeof sharedVisit>) =>
  visitNotices({ ...sharedVisit, ...changes }, 'recording').map(({ title }) => title)

describe('notices while a video visit is recorded', () => {
  it('nothing is announced while both voices are recorded', () => {
    expect(titles({})).toEqual([])
  })

  it.each(['closed', 'canceled', 'failed'] as const)('a tab that is %s is announced as closed', (tab) => {
    expect(titles({ tab })).toEqual(['The client’s tab was closed. Your microphone is still recording.'])
  })

  it('a tab that is shared again without its sound, muted or silent is announced', () => {
    expect(titles({ tab: 'without sound' })).toEqual([
      'The tab is shared without its sound. Your microphone is still recording.',
    ])
    expect(titles({ isTabMuted: true, isTabSilent: true })).toEqual(['The client’s tab is muted.'])
    expect(titles({ isTabSilent: true })).toEqual(['No sound from the client’s tab for a minute.'])
  })

  it('an echo and a changed microphone are announced', () => {
    expect(titles({ hasEcho: true, changedTo: 'AirPods' })).toEqual([
      'Your microphone picks up the client. Use headphones.',
      'Your microphone changed to AirPods.',
    ])
  })

  it('a computer that is too busy is announced first', () => {
    expect(titles({ isBehind: true, tab: 'closed' })[0]).toBe(
      'This computer is too busy. Parts of the recording are missing.',
    )
  })

  it('nothing is announced while paused', () => {
    expect(visitNotices({ ...sharedVisit, tab: 'closed' }, 'paused')).toEqual([])
  })
})
