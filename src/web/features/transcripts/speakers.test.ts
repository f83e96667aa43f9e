import { describe, expect, it } from 'vitest'
import type { Speaker } from '#shared/contract/transcripts.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { labelledSpeakers } from './speakers.ts'

const turn = (label: string, speaker: Speaker) => ({ id: label, label, speaker, start: 0, end: 0, text: 'Yes.' })

describe('the speakers of a transcript', () => {
  it('lists each speaker once, most talkative first, with the most frequent role', () => {
    const turns = [turn('A', 'client'), turn('B', 'therapist'), turn('B', 'client'), turn('B', 'therapist')]
    expect(labelledSpeakers(turns)).toEqual([
      { label: 'B', speaker: 'therapist', turns: 3 },
      { label: 'A', speaker: 'client', turns: 1 },
    ])
  })

  it('names speakers by label until their role is known', () => {
    expect(speakerName({ speaker: 'unknown', label: 'Speaker 2' })).toBe('Speaker 2')
    expect(speakerName({ speaker: 'client', label: 'Speaker 2' })).toBe('Client')
    expect(speakerName({ speaker: 'unknown', label: '' })).toBe('Unknown')
  })
})
