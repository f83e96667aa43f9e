import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processingStep, sendingStep, announcementOf } from './upload-step.ts'

const at = (stage: 'queued' | 'transcribing' | 'processing' | 'complete', percent: number) =>
  processingStep({ sessionId: 's', stage, percent, error: null, errorCode: null, otherLanguage: null })

describe('the progress of an upload', () => {
  it('the progress of an upload shows the specified messages of the job', () => {
    expect(at('transcribing', 41.4)).toEqual({ message: 'Transcribing audio...', percent: 41 })
    expect(at('processing', 60)).toEqual({ message: 'Processing session...', percent: 60 })
    expect(at('complete', 100)).toEqual({ message: 'Complete!', percent: 100 })
  })

  it('the progress of an upload never decreases when processing starts', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (sent, percent) => {
          expect(at('queued', percent).percent).toBeGreaterThanOrEqual(sendingStep(sent).percent)
        },
      ),
    ))

  it('upload progress is announced in steps of 20 percent', () => {
    expect(announcementOf({ message: 'Transcribing audio...', percent: 59 })).toBe('Transcribing audio... 40 percent')
  })
})
