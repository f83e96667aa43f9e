import { describe, expect, it } from 'vitest'
import type { NotePage } from '#shared/contract/notes.ts'
import type { SessionProgress } from '#shared/contract/sessions.ts'
import { resumeAction } from './resume-processing.ts'

type Standing = {
  state: NotePage['note']['state']
  hasTranscript?: boolean
  canEdit?: boolean
  isBeingRecorded?: boolean
}

const page = ({ state, hasTranscript = true, canEdit = true, isBeingRecorded = false }: Standing): NotePage => ({
  note: {
    sessionId: 's',
    noteType: 'SOAP',
    template: null,
    state,
    status: 'draft',
    origin: 'transcript',
    error: null,
    sections: [],
    version: 0,
    drafter: 'none',
    model: null,
    secondReading: null,
    safetyReading: null,
    canDraftExcerpts: false,
    coverage: null,
    safety: [],
    typeChangesRemaining: 2,
    enhancementsRemaining: 2,
    toReview: 0,
    canChooseType: false,
    updatedAt: '2026-03-02T09:00:00Z',
  },
  client: { id: 'c', firstName: 'Ada', lastName: 'Okoro', pronouns: 'N/A', treatmentApproach: 'CBT' },
  session: {
    id: 's',
    date: '2026-03-02',
    startTime: '09:00',
    endTime: '09:50',
    durationMinutes: 50,
    settingType: 'telehealth',
    source: 'uploaded',
    contact: 'session',
    participants: [],
    recordedAt: null,
    hasAudio: true,
    hasUnreadParts: false,
    isCutOff: false,
    otherLanguage: null,
    transcriptDeletedAt: null,
    hasTranscript,
    isBeingRecorded,
  },
  model: null,
  canEdit,
  heldBy: { name: 'Robin Hale', credentials: '' },
  practiceName: '',
  fullDraft: null,
  therapistName: canEdit ? null : 'Wen Castellane',
  isTransferred: false,
})

const at = (stage: SessionProgress['stage']): SessionProgress => ({
  sessionId: 's',
  stage,
  percent: 60,
  error: null,
  errorCode: null,
  otherLanguage: null,
})

describe('resumeAction', () => {
  it('resumeAction resumes a draft and a transcription that are not finished', () => {
    expect(resumeAction(page({ state: 'generating' }), at('processing'))).toBe('generate')
    expect(resumeAction(page({ state: 'waiting' }), at('queued'))).toBe('generate')
    expect(resumeAction(page({ state: 'waiting', hasTranscript: false }), at('transcribing'))).toBe('process')
  })

  it('resumeAction waits until the progress of the session is known', () => {
    expect(resumeAction(undefined, null)).toBe('wait')
    expect(resumeAction(page({ state: 'generating' }), null)).toBe('wait')
  })

  it("resumeAction does nothing for ready notes, failed notes and other users' notes", () => {
    expect(resumeAction(page({ state: 'ready' }), null)).toBe('nothing')
    expect(resumeAction(page({ state: 'failed' }), null)).toBe('nothing')
    expect(resumeAction(page({ state: 'waiting' }), at('failed'))).toBe('nothing')
    expect(resumeAction(page({ state: 'waiting' }), at('complete'))).toBe('nothing')
    expect(resumeAction(page({ state: 'generating', canEdit: false }), at('processing'))).toBe('nothing')
  })

  it('resumeAction does nothing while the session is being recorded', () => {
    const recording = page({ state: 'waiting', hasTranscript: false, isBeingRecorded: true })
    expect(resumeAction(recording, at('queued'))).toBe('nothing')
  })
})
