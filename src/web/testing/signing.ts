import type { NoteSignatures, Signature, ToSign } from '#shared/contract/signatures.ts'
import { insights, notePage, sessionId, soapNote, transcript } from './clinical.ts'
import type { Replies } from './fake-server.ts'

export const signer = { name: 'Robin Hale', credentials: 'LCSW', licenseNumber: 'LC-20417', licenseState: 'Oregon' }
const { date, startTime, endTime, settingType, contact, participants } = notePage.session

/** The author of `notePage` may sign it. */
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

export const signature: Signature = {
  ...signer,
  id: 's1',
  version: 1,
  role: 'author',
  attestationText: toSign.attestationText,
  signedAt: '2026-03-02T10:05:00Z',
  timeZone: 'UTC',
  authMethod: 'password',
  isLate: false,
  contentSha256: '8f3a21c0d94e',
  isIntact: true,
  superseded: null,
}

/** `notePage` after its author signed it. */
export const locked: NoteSignatures = {
  ...unsigned,
  status: 'signed',
  toSign: null,
  canAddAddendum: true,
  canUnlockUntil: '2026-03-03T10:05:00Z',
  signatures: [signature],
}

export const signedPage = { ...notePage, canEdit: false, note: { ...soapNote, status: 'signed' as const } }

/** Replies to the page of an unsigned note. */
export const signingReplies = {
  notes: { get: () => notePage, versions: () => ({ items: [] }) },
  transcripts: { get: () => transcript },
  insights: { get: () => insights },
  signatures: { get: () => unsigned },
  cosign: { comments: () => ({ items: [], cosignerName: null, awayUntil: null, returned: null }) },
  copies: { last: () => null },
  review: { get: () => ({ version: 1, items: [], spotChecks: [], spotChecksDone: 2, resolved: 3, fine: 4 }) },
} satisfies Replies
