import * as z from 'zod'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { NoteStatus, NoteType } from './notes.ts'
import { ReviewFigures } from './review.ts'
import { Contact } from './session-status.ts'

/** Name, credentials and license as printed, e.g. 'Maya Orlen', 'LCSW', 'LC-20417', 'Oregon'. */
export const Signer = z.object({
  name: z.string(),
  credentials: z.string(),
  licenseNumber: z.string(),
  licenseState: z.string(),
})
export type Signer = z.infer<typeof Signer>

/** How signers confirmed their identity. The accounts of the demo practice have no password. */
export const AuthMethod = z.enum(['password', 'passkey', 'totp', 'demo'])
export type AuthMethod = z.infer<typeof AuthMethod>

/** A signature as it was made. It never changes. */
export const Signature = Signer.extend({
  id: z.string(),
  version: z.int(),
  role: z.enum(['author', 'cosigner']),
  /** The statement that was signed. */
  attestationText: z.string(),
  signedAt: z.iso.datetime({ offset: true }),
  /** The signer's zone at that time. */
  timeZone: z.string(),
  authMethod: AuthMethod,
  /** True for a first signature that was made long after the session. */
  isLate: z.boolean(),
  contentSha256: z.string(),
  /** False if the signed text, the facts of the session or the signature were changed in the database. */
  isIntact: z.boolean(),
  /** Set if the author unlocked the note or the supervisor returned it. */
  superseded: z
    .object({
      kind: z.enum(['unlocked', 'returned']),
      reason: z.string(),
      by: z.string(),
      at: z.iso.datetime({ offset: true }),
    })
    .nullable(),
})
export type Signature = z.infer<typeof Signature>

export const AddendumKind = z.enum(['addendum', 'correction', 'late_entry', 'client_statement'])
export type AddendumKind = z.infer<typeof AddendumKind>

/** A signed addition to a locked note. */
export const Addendum = Signer.extend({
  number: z.int(),
  kind: AddendumKind,
  text: z.string(),
  reason: z.string(),
  /** Date of the event if it differs from the date of signing. */
  eventDate: z.string().nullable(),
  /** True if the note is unsigned and its author left, or no longer has access to the client. */
  isOfUnsignedNote: z.boolean(),
  signedAt: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  authMethod: AuthMethod,
  /** False if the addendum was changed in the database. */
  isIntact: z.boolean(),
})
export type Addendum = z.infer<typeof Addendum>

/** The facts of the signature that the caller may make now. */
export const ToSign = z.object({
  version: z.int(),
  /** Hash of this version and the facts of the session. */
  contentSha256: z.string(),
  /** The facts of the session that are signed, in the therapist's zone. */
  facts: z.object({
    clientId: z.string(),
    date: z.string(),
    startTime: z.string(),
    endTime: z.string(),
    settingType: z.enum(['in-person', 'telehealth']),
    contact: Contact,
    participants: z.array(z.string()),
  }),
  /** The statement of the organization. */
  attestationText: z.string(),
  signer: Signer,
  /** Set if a supervisor has to co-sign. The name is empty while no supervisor is assigned. */
  supervisor: z.object({ name: z.string() }).nullable(),
  /** When this version was saved. */
  savedAt: z.iso.datetime({ offset: true }),
  /** Days after the session if the signature would be a late entry. */
  lateDays: z.int().nullable(),
})
export type ToSign = z.infer<typeof ToSign>

/** Signatures and addenda of a note, and what the caller may do with it now. */
export const NoteSignatures = z.object({
  sessionId: SessionId,
  status: NoteStatus,
  noteType: NoteType,
  /** Null if the caller cannot sign this note. */
  toSign: ToSign.nullable(),
  /** The time until which the caller may unlock the note, in UTC. */
  canUnlockUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Why a release of the record or a legal hold forbids unlocking that the hours still allow. */
  unlockRefusal: z.string().nullable(),
  canAddAddendum: z.boolean(),
  /** The caller, as a signer of addenda. */
  signer: Signer,
  /** False in the demo practice. */
  needsConfirmation: z.boolean(),
  /** When the caller confirmed their identity, if within the last five minutes. */
  confirmedAt: z.iso.datetime({ offset: true }).nullable(),
  /** Oldest first, with the superseded ones. */
  signatures: z.array(Signature),
  addenda: z.array(Addendum),
  /** Figures of the caller's own work on a note that the caller signed. Null for others. */
  figures: ReviewFigures.nullable(),
})
export type NoteSignatures = z.infer<typeof NoteSignatures>

/** An organization's rules of signing. */
export const SigningRules = z.object({
  /** Null for the default statement. */
  attestationText: z.string().trim().min(1, 'Write a statement.').max(1000).nullable(),
  /** A first signature later than this after the session is a late entry. */
  lateAfterHours: z.union([z.literal(24), z.literal(48), z.literal(72)]),
  /** Hours in which an author may unlock a signed note. */
  unlockHours: z.int('Enter whole hours.').min(0, 'Enter 0 to 168 hours.').max(168, 'Enter 0 to 168 hours.'),
})
export type SigningRules = z.infer<typeof SigningRules>

const bySession = z.object({ sessionId: SessionId })

export const signatures = {
  get: endpoint({ method: 'GET', path: '/notes/{sessionId}/signatures', summary: 'Signatures and addenda of a note' })
    .input(bySession)
    .output(NoteSignatures),
  /**
   * Signs and locks the version on screen.
   * @throws note_to_review while review items are open; note_changed if version, facts or statement differ from the ones sent; confirmation_missing,
   * credentials_missing
   */
  sign: endpoint({ method: 'POST', path: '/notes/{sessionId}/signatures', summary: 'Sign and lock a note' })
    .input(
      bySession.extend({
        ...ToSign.pick({ contentSha256: true, attestationText: true }).shape,
        version: z.int32(),
      }),
    )
    .output(NoteSignatures),
  /** @throws unlock_too_late, note_cosigned, note_not_signed */
  unlock: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/unlock',
    summary: 'Unlock a note that the caller signed, to correct and sign it again',
  })
    .input(bySession.extend({ reason: z.string().trim().min(1, 'Write a reason.').max(500) }))
    .output(NoteSignatures),
  /**
   * Signs an addendum. A request that is repeated with its id adds no second one.
   * @throws note_not_signed, confirmation_missing, credentials_missing
   */
  addAddendum: endpoint({ method: 'POST', path: '/notes/{sessionId}/addenda', summary: 'Add to a locked note' })
    .input(
      bySession.extend({
        kind: AddendumKind,
        text: z.string().trim().min(1, 'Write the addendum.').max(20_000),
        reason: z.string().trim().min(1, 'Write a reason.').max(500),
        eventDate: Day.nullable(),
        requestId: z.uuid().optional(),
      }),
    )
    .output(NoteSignatures),
  rules: endpoint({
    method: 'GET',
    path: '/organization/signing',
    summary: "The organization's rules of signing",
  }).output(SigningRules),
  /** For owner and admin (`not_allowed`). */
  changeRules: endpoint({
    method: 'PUT',
    path: '/organization/signing',
    summary: "Change the organization's rules of signing",
  })
    .input(SigningRules.partial())
    .output(SigningRules),
}
