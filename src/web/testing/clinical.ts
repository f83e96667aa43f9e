import type { Client } from '#shared/contract/clients.ts'
import type { LastCopy } from '#shared/contract/copies.ts'
import { noInsights, type SessionInsights } from '#shared/contract/insights.ts'
import type { Note, NotePage } from '#shared/contract/notes.ts'
import type { Session } from '#shared/contract/sessions.ts'
import type { SessionTranscript } from '#shared/contract/transcripts.ts'
import { owner } from './account.ts'

const moment = '2030-01-01T09:00:00.000Z'

/** Maya, an active client of the owner. */
export const maya: Client = {
  id: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c01',
  firstName: 'Maya',
  lastName: 'Stone',
  pronouns: 'N/A',
  email: null,
  phone: null,
  status: 'active',
  treatmentApproach: null,
  therapistId: owner.id,
  therapistName: 'Robin Hale',
  lastSessionDate: null,
  sessionCount: 1,
}

export const sessionId = '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d5c02'

/** A session of Maya with a drafted note. */
export const heldSession: Session = {
  id: sessionId,
  clientId: maya.id,
  therapistId: owner.id,
  date: '2026-03-02',
  startTime: '09:00',
  endTime: '09:50',
  durationMinutes: 50,
  type: 'Individual',
  settingType: 'telehealth',
  status: 'completed',
  noteType: 'SOAP',
  noteState: 'ready',
  noteStatus: 'draft',
  toWrite: false,
  waitsForTranscript: false,
  toReview: 0,
}

export const soapNote: Note = {
  sessionId,
  noteType: 'SOAP',
  template: null,
  state: 'ready',
  status: 'draft',
  origin: 'transcript',
  error: null,
  sections: ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => ({
    title,
    content: `${title} as written.`,
    statements: [],
  })),
  version: 1,
  drafter: 'extractive',
  model: null,
  secondReading: null,
  coverage: null,
  safety: [],
  safetyReading: null,
  typeChangesRemaining: 2,
  enhancementsRemaining: 2,
  canDraftExcerpts: false,
  canChooseType: false,
  toReview: 0,
  updatedAt: moment,
}

/** The data of the note's page, for the therapist of the session. */
export const notePage: NotePage = {
  note: soapNote,
  client: {
    id: maya.id,
    firstName: maya.firstName,
    lastName: maya.lastName,
    pronouns: maya.pronouns,
    treatmentApproach: null,
  },
  session: {
    id: sessionId,
    date: '2030-01-01',
    startTime: '09:00',
    endTime: '09:50',
    durationMinutes: 50,
    settingType: 'in-person',
    source: 'transcript',
    contact: 'session',
    participants: ['therapist', 'client'],
    recordedAt: moment,
    hasAudio: false,
    hasUnreadParts: false,
    isCutOff: false,
    hasTranscript: true,
    transcriptDeletedAt: null,
    otherLanguage: null,
    isBeingRecorded: false,
  },
  model: null,
  canEdit: true,
  therapistName: null,
  isTransferred: false,
  heldBy: { name: 'Robin Hale', credentials: 'LCSW' },
  practiceName: 'Northside Clinic',
  fullDraft: null,
}

export const transcript: SessionTranscript = {
  utterances: [
    { id: 'u1', speaker: 'therapist', label: 'Therapist', start: 0, end: 0, text: 'How have you been sleeping?' },
  ],
  language: 'en',
  engine: 'import text',
  hasTimes: false,
  revision: 0,
}

export const insights: SessionInsights = {
  sessionId,
  state: 'none',
  error: null,
  insights: noInsights,
  analyst: 'none',
  updatedAt: null,
  isBehindTranscript: false,
  canAnalyze: true,
}

/** The last copy of the note of `notePage`, which has not changed since. */
export const lastCopy: LastCopy = {
  version: 1,
  profile: 'SimplePractice',
  at: '2030-01-02T15:00:00.000Z',
  copiedBy: null,
  isChanged: false,
  isSuperseded: false,
  addendaSince: 0,
}
