import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { beginsAt, lastStep, processingMessages, stepAt } from './processing-pace.ts'

const at = (stage: SessionProgress['stage'], errorCode: string | null = null, percent = 0) => ({
  stage,
  errorCode,
  percent,
})
const shownAt = (stage: SessionProgress['stage'], percent: number) =>
  processingMessages[stepAt(3_600_000, at(stage, null, percent))]
const stages = ['queued', 'preparing', 'transcribing', 'processing', 'complete'] as const

describe('the steps of processing', () => {
  it('processing has nine different messages, and its last step is 8', () => {
    expect(new Set(processingMessages).size).toBe(9)
    expect(lastStep).toBe(8)
  })

  it('the steps of processing advance after the specified delays if the job is instant', () => {
    const times = [0, 999, 1000, 2499, 2500, 4500, 7000, 9000, 11_500, 13_500, 14_999, 15_000]
    expect(times.map((time) => stepAt(time, at('complete')))).toEqual([0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8])
    expect(beginsAt(lastStep)).toBe(15_000)
  })

  it('the steps of processing never run ahead of the job', () => {
    expect(stages.map((stage) => stepAt(3_600_000, at(stage)))).toEqual([0, 1, 3, 6, 8])
    expect(stepAt(3_600_000, null)).toBe(0)
  })

  it('the steps of processing follow the stage and the percentage of the job', () => {
    expect(shownAt('transcribing', 20)).toBe('Listening for speech')
    for (const percent of [21, 40, 59]) expect(shownAt('transcribing', percent)).toBe('Transcribing audio')
    expect(shownAt('transcribing', 60)).toBe('Identifying speakers')
    expect(shownAt('processing', 60)).toBe('Drafting the note')
    expect(shownAt('complete', 100)).toBe('The note is ready')
  })

  it('the steps of processing never go back, even if the job fails or restarts', () => {
    expect(stepAt(60_000, at('failed'), 5)).toBe(5)
    expect(stepAt(60_000, at('queued'), 5)).toBe(5)
    const moment = fc.tuple(fc.nat(20_000), fc.constantFrom(...stages, 'failed' as const))
    fc.assert(
      fc.property(fc.array(moment), (moments) => {
        let shown = 0
        for (const [time, stage] of moments) {
          const step = stepAt(time, at(stage), shown)
          expect(step).toBeGreaterThanOrEqual(shown)
          shown = step
        }
      }),
    )
  })

  it('a failed job shows the failed step immediately', () => {
    const messageOf = (code: string) => processingMessages[stepAt(0, at('failed', code))]
    expect(messageOf('too_little_speech')).toBe('Drafting the note')
    expect(messageOf('transcript_too_short')).toBe('Drafting the note')
    expect(messageOf('note_generate_failed')).toBe('Drafting the note')
    expect(messageOf('speech_unavailable')).toBe('Transcribing audio')
    expect(messageOf('transcription_failed')).toBe('Transcribing audio')
    expect(messageOf('recording_invalid')).toBe('Saving the recording')
  })

  it('each step of processing is shown from the moment at which it begins', () => {
    for (let step = 1; step <= lastStep; step++) {
      expect(stepAt(beginsAt(step), at('complete'))).toBe(step)
      expect(stepAt(beginsAt(step) - 1, at('complete'))).toBe(step - 1)
    }
  })
})
