import { describe, expect, it } from 'vitest'
import type { Phase } from '../recorder-state.ts'
import { type Action, isAllowed } from './phases.ts'

describe('the phases of a recorder', () => {
  const phases: readonly Phase[] = ['idle', 'starting', 'recording', 'paused', 'interrupted', 'ending', 'ended']
  const during = (action: Action) => phases.filter((phase) => isAllowed(phase, action))

  it('allow the specified actions: idle, recording, paused, recording, stopped', () => {
    expect(during('start')).toEqual(['idle', 'ended'])
    expect(during('pause')).toEqual(['recording', 'interrupted'])
    expect(during('resume')).toEqual(['paused'])
    expect(during('end')).toEqual(['recording', 'paused', 'interrupted'])
  })

  it('allow leaving and discarding in every open session, also offline', () => {
    const open = ['recording', 'paused', 'interrupted', 'ending']
    expect(during('leave')).toEqual(open)
    expect(during('discard')).toEqual(open)
  })

  it('allow a microphone change except while starting or ending', () => {
    expect(during('choose')).toEqual(['idle', 'recording', 'paused', 'interrupted'])
  })
})
