import { describe, expect, it } from 'vitest'
import type { Phase } from '../recorder-state.ts'
import { type Action, isAllowed } from './phases.ts'

describe('the phases of a recorder', () => {
  const phases: readonly Phase[] = [
    'idle',
    'starting',
    'recording',
    'paused',
    'interrupted',
    'ending',
    'stranded',
    'ended',
  ]
  const during = (action: Action) => phases.filter((phase) => isAllowed(phase, action))

  it('start, pause, resume and end are allowed only in the specified phases', () => {
    expect(during('start')).toEqual(['idle', 'ended'])
    expect(during('pause')).toEqual(['recording', 'interrupted'])
    expect(during('resume')).toEqual(['paused'])
    expect(during('end')).toEqual(['recording', 'paused', 'interrupted'])
  })

  it('leaving is allowed in every phase of a started session, and discarding while the server accepts audio', () => {
    const open = ['recording', 'paused', 'interrupted', 'ending']
    expect(during('leave')).toEqual([...open, 'stranded'])
    expect(during('discard')).toEqual(open)
  })

  it('a microphone change is allowed except while starting, while ending and after the end', () => {
    expect(during('choose')).toEqual(['idle', 'recording', 'paused', 'interrupted'])
  })
})
