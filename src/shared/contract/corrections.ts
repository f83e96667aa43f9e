import * as z from 'zod'
import { isLengthPossible } from '#shared/rules/held-at.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, SessionId } from './ids.ts'
import { Contact } from './session-status.ts'
import { lengthError, HeldSession, Session } from './sessions.ts'

/** The corrected data of a session. A different client has to be a client of the same therapist. */
export const CorrectedSession = HeldSession.extend({ clientId: ClientId })
export type CorrectedSession = z.infer<typeof CorrectedSession>

/** The data of a session as its user saw them. */
export const SessionBefore = Session.pick({
  clientId: true,
  date: true,
  startTime: true,
  endTime: true,
  type: true,
  settingType: true,
}).extend({ contact: Contact })
export type SessionBefore = z.infer<typeof SessionBefore>

/** Parts of a record that can be deleted. A session includes its note, recording and transcript. */
export const Deletable = z.enum(['recording', 'transcript', 'session'])
export type Deletable = z.infer<typeof Deletable>

/** Reason for a deletion. A choice instead of text, so that receipts hold no clinical text. */
export const DeletionReason = z.enum(['wrong client', 'duplicate', 'wrong file', 'no consent', 'test'])
export type DeletionReason = z.infer<typeof DeletionReason>

/** Proof of a deletion, without clinical text. */
export const DeletionReceipt = z.object({
  id: z.string(),
  what: Deletable,
  reason: DeletionReason,
  /** Date `yyyy-MM-dd` and start `HH:mm` of the session. */
  sessionDate: z.string(),
  startTime: z.string(),
  deletedBy: z.string(),
  deletedAt: z.iso.datetime({ offset: true }),
  contents: z.array(
    z.object({
      what: z.enum(['recording', 'transcript', 'insights', 'note']),
      bytes: z.int().nullable(),
      /** Hash of the audio as it was played, or of the stored text. Null for insights, and for audio that is missing or unreadable. */
      sha256: z.string().nullable(),
      /** Turns of a transcript, versions of a note. */
      count: z.int().nullable(),
    }),
  ),
  /** Number of files in the file store. */
  fileCount: z.int(),
  /** When the files were erased. Null until then, and without files. */
  filesErasedAt: z.iso.datetime({ offset: true }).nullable(),
})
export type DeletionReceipt = z.infer<typeof DeletionReceipt>

const NewDeletion = z.object({
  sessionId: SessionId,
  what: Deletable,
  reason: DeletionReason,
  /** A repeated request returns the receipt of the first. Pages of previous versions do not send it. */
  requestId: z.uuid().optional(),
})
export type NewDeletion = z.infer<typeof NewDeletion>

/** Changes of a session that was entered wrongly, by the therapist who held it, until its note is signed. */
export const corrections = {
  correct: endpoint({
    method: 'PUT',
    path: '/sessions/{sessionId}',
    summary: 'Correct the client, date, times, setting, type or contact of a session',
  })
    .input(
      CorrectedSession.extend({
        sessionId: SessionId,
        /** If the session differs from this, it stays as it is. Pages of previous versions do not send it. */
        before: SessionBefore.optional(),
      }).refine(isLengthPossible, lengthError),
    )
    .output(Session),
  delete: endpoint({
    method: 'POST',
    path: '/sessions/{sessionId}/deletions',
    summary: 'Delete a recording, a transcript or a session that was filed by mistake',
  })
    .input(NewDeletion)
    .output(DeletionReceipt),
  receipts: endpoint({
    method: 'GET',
    path: '/clients/{clientId}/deletions',
    summary: 'Receipts of what was deleted from the record of a client, newest first',
  })
    .input(z.object({ clientId: ClientId }))
    .output(z.object({ items: z.array(DeletionReceipt) })),
}
