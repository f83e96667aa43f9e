import { describe, expect, it } from 'vitest'
import { visitNotices } from './visit-notices.ts'
import { sharedVisit } from './visit-state.fixture.ts'

const titles = (changes: Partial<typeof sharedVisit>) =>
  visitNotices({ ...sharedVisit, ...changes }, 'recording').map(({ title }) => title)

describe('notices while a video visit is recorded', () => {
  it('a video visit has no notices while both voices are recorded', () => {
    expect(titles({})).toEqual([])
  })

  it.each(['closed', 'canceled', 'failed'] as const)(
    'a notice says that the tab was closed if its status is %s',
    (tab) => {
      expect(titles({ tab })).toEqual(['The client’s tab was closed. Your microphone is still recording.'])
    },
  )

  it('notices report a tab that is muted, silent, or shared without its sound', () => {
    expect(titles({ tab: 'without sound' })).toEqual([
      'The tab is shared without its sound. Your microphone is still recording.',
    ])
    expect(titles({ isTabMuted: true, isTabSilent: true })).toEqual(['The client’s tab is muted.'])
    expect(titles({ isTabSilent: true })).toEqual(['No sound from the client’s tab for a minute.'])
  })

  it('notices report an echo and a changed microphone', () => {
    expect(titles({ hasEcho: true, changedTo: 'AirPods' })).toEqual([
      'Your microphone picks up the client. Use headphones.',
      'Your microphone changed to AirPods.',
    ])
  })

  it('the first notice reports that the computer is too busy', () => {
    expect(titles({ isBehind: true, tab: 'closed' })[0]).toBe(
      'This computer is too busy. Parts of the recording are missing.',
    )
  })

  it('a video visit has no notices while it is paused', () => {
    expect(visitNotices({ ...sharedVisit, tab: 'closed' }, 'paused')).toEqual([])
  })
})
