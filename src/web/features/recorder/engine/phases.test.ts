import { describe, expect, it } from 'vitest'
import type { Phase } from '../recorder-state.ts'
import { type Action, can } from './phases.ts'

describe('what can be done', () => {
  const phases: readonly Phase[] = ['idle', 'starting', 'recording', 'paused', 'interrupted', 'ending', 'ended']
  const during = (action: Action) => phases.filter((phase) => can(phase, action))

  it('follows the states of the specification: idle, recording, paused, recording, stopped', () => {
    expect(during('start')).toEqual(['idle', 'ended'])
    expect(during('pause')).toEqual(['recording', 'interrupted'])
    expect(during('resume')).toEqual(['paused'])
    expect(during('end')).toEqual(['recording', 'paused', 'interrupted'])
  })

  it('is to go away or throw away whenever a session is open, also while it waits for the network', () => {
    const open = ['recording', 'paused', 'interrupted', 'ending']
    expect(during('leave')).toEqual(open)
    expect(during('discard')).toEqual(open)
  })

  it('is to change the microphone whenever nothing is being started or ended', () => {
    expect(during('choose')).toEqual(['idle', 'recording', 'paused', 'interrupted'])
  })
})
