import type { NoteSignatures, ToSign } from '#shared/contract/signatures.ts'
import { notePage, sessionId } from './clinical.ts'

export const signer = { name: 'Robin Hale', credentials: 'LCSW', licenseNumber: 'LC-20417', licenseState: 'Oregon' }
const { date, startTime, endTime, settingType, contact, participants } = notePage.session

/** The signatures of `notePage` for its author, who may sign it. */
export const toSign: ToSign = {
  version: 1,
  contentSha256: '8f3a21c0d94e',
  facts: { clientId: notePage.client.id, date, startTime, endTime, settingType, contact, participants },
  attestationText: 'I held this session.',
  signer,
  supervisor: null,
  savedAt: '2026-03-02T10:00:00Z',
  lateDays: null,
}

export const unsigned: NoteSignatures = {
  sessionId,
  status: 'draft',
  noteType: 'SOAP',
  toSign,
  canUnlockUntil: null,
  unlockRefusal: null,
  canAddAddendum: false,
  signer,
  needsConfirmation: true,
  confirmedAt: '2026-03-02T10:04:00Z',
  signatures: [],
  addenda: [],
  figures: null,
}
