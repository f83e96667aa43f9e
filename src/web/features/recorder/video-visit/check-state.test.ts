import { describe, expect, it } from 'vitest'
import { checkNotice, detectedMicrophone, detectedTab, isChecked } from './check-state.ts'
import { sharedVisit } from './visit-state.fixture.ts'

describe('the check before a video visit', () => {
  it('the check before a video visit passes once sound was detected in both voices', () => {
    expect(isChecked(sharedVisit)).toBe(true)
    expect(checkNotice(sharedVisit)).toBeNull()
  })

  it.each([
    { hasTabSound: false },
    { hasMicrophoneSound: false },
    { tab: 'closed' as const },
    { microphoneError: 'Unable to access microphone. Please check your browser permissions.' },
  ])('the check before a video visit does not pass with %o', (changes) => {
    expect(isChecked({ ...sharedVisit, ...changes })).toBe(false)
  })

  it('the check before a video visit says why it cannot be recorded', () => {
    const notice = (changes: Partial<typeof sharedVisit>) => checkNotice({ ...sharedVisit, ...changes })
    expect(notice({ tab: 'without sound' })).toMatchObject({
      title: 'The tab is shared without its sound',
      text: 'Share it again and turn on “Also share tab audio”. Your microphone is ready.',
    })
    expect(notice({ tab: 'canceled' })?.title).toBe('Nothing was shared. Choose the tab of your video visit.')
    expect(notice({ tab: 'failed' })?.title).toBe('The tab could not be shared. Try again.')
    expect(notice({ tab: 'closed' })?.title).toBe('The client’s tab was closed.')
    expect(notice({ isTabMuted: true })?.title).toBe('The client’s tab is muted.')
    expect(notice({ microphoneError: 'Recording error: unknown', tab: 'closed' })?.title).toBe(
      'Recording error: unknown',
    )
  })

  it('the check before a video visit shows the state of each meter', () => {
    expect([detectedMicrophone(sharedVisit), detectedTab(sharedVisit)]).toEqual(['sound', 'sound'])
    expect(detectedTab({ ...sharedVisit, tab: 'not shared' })).toBeNull()
    expect(detectedTab({ ...sharedVisit, tab: 'without sound' })).toBe('no tab audio')
    expect(detectedTab({ ...sharedVisit, hasTabSound: false })).toBe('waiting')
    expect(detectedMicrophone({ ...sharedVisit, hasMicrophoneSound: false })).toBe('waiting')
    expect(detectedMicrophone({ ...sharedVisit, microphoneError: 'x' })).toBe('no microphone')
  })
})
