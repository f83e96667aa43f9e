import * as z from 'zod'
import { Day } from './day.ts'
import { endpoint } from './endpoint.ts'
import { SessionId, UserId } from './ids.ts'
import { NoteType } from './notes.ts'
import { NoteSignatures, Signer, ToSign } from './signatures.ts'

const Moment = z.iso.datetime({ offset: true })

/** A reply to a comment, by the author of the note or a co-signer. */
export const CommentReply = z.object({
  id: z.string(),
  authorName: z.string(),
  credentials: z.string(),
  text: z.string(),
  createdAt: Moment,
})
export type CommentReply = z.infer<typeof CommentReply>

/** A co-signer's comment on one sentence of a signed version. */
export const NoteComment = CommentReply.extend({
  version: z.int(),
  /** Title of the section. */
  section: z.string(),
  /** Number of the sentence in its section, from 0. */
  sentence: z.int(),
  /** The sentence as it was signed. */
  quote: z.string(),
  replies: z.array(CommentReply),
})
export type NoteComment = z.infer<typeof NoteComment>

/** A note of a pre-licensed author that was signed by them. Times of the session are in its therapist's zone. */
export const CosignItem = z.object({
  sessionId: SessionId,
  client: z.object({ firstName: z.string(), lastName: z.string() }),
  author: z.object({ userId: UserId, name: z.string(), credentials: z.string() }),
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  settingType: z.enum(['in-person', 'telehealth']),
  noteType: NoteType,
  status: z.enum(['awaiting_cosign', 'returned', 'signed']),
  /** When the author signed the note, or the co-signer returned or signed it. */
  since: Moment,
  /** Comments on the newest signed version. */
  commentCount: z.int(),
  /** Null if the author has no supervisor. */
  supervisorName: z.string().nullable(),
  /** The last day of the absence of the assigned member, or else of the supervisor. Null unless it is today or later. */
  awayUntil: Day.nullable(),
  /** The member who was assigned to co-sign the note. The supervisor can still co-sign it. */
  assigned: z.object({ userId: UserId, name: z.string() }).nullable(),
  /** Name of the co-signer who returned the note. Null for other states. */
  returnedBy: z.string().nullable(),
})
export type CosignItem = z.infer<typeof CosignItem>

/** Oldest first. */
export const CosignQueue = z.object({
  toCosign: z.array(CosignItem),
  returned: z.array(CosignItem),
  /** Co-signed by the caller in the last seven days. */
  cosigned: z.array(CosignItem),
  /** Notes that other members co-sign. Empty unless the caller is owner or admin. */
  others: z.array(CosignItem),
  /** The last day of the caller's own absence. Null unless it is today or later. */
  awayUntil: Day.nullable(),
})
export type CosignQueue = z.infer<typeof CosignQueue>

/** The version that the author signed, for its co-signer. */
export const CosignNote = z.object({
  item: CosignItem,
  version: z.int(),
  /** Hash of the signed content. A co-signature repeats it. */
  contentSha256: z.string(),
  /** The signed facts of the session that are not in `item`. */
  facts: ToSign.shape.facts.pick({ participants: true, contact: true }).extend({ type: z.string() }),
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
  comments: z.array(NoteComment),
  signedAt: Moment,
  /** The author's time zone at signing. */
  timeZone: z.string(),
  /** The caller, as the co-signer. */
  signer: Signer,
  ...NoteSignatures.pick({ needsConfirmation: true, confirmedAt: true }).shape,
})
export type CosignNote = z.infer<typeof CosignNote>

const bySession = z.object({ sessionId: SessionId })
/** A comment or reply whose request is repeated with its id is added once. */
const NewComment = bySession.extend({
  text: z.string().trim().min(1, 'Write a comment.').max(2000),
  requestId: z.uuid().optional(),
})

/** The co-signature of a note, for its readers. */
export const CosignThread = z.object({
  /** Oldest first. */
  items: z.array(NoteComment),
  /** Name of the co-signer. Null if the author has no supervisor and no member was assigned. */
  cosignerName: z.string().nullable(),
  /** The last day of the co-signer's absence. Null unless it is today or later. */
  awayUntil: Day.nullable(),
  /** The return of the newest signature. */
  returned: z.object({ byName: z.string(), at: Moment, version: z.int() }).nullable(),
})
export type CosignThread = z.infer<typeof CosignThread>

/**
 * Co-signature of notes of pre-licensed authors. A note is co-signed by the author's supervisor at that time, or by a
 * member whom an owner or admin assigned; never by its author.
 */
export const cosign = {
  queue: endpoint({ method: 'GET', path: '/cosign', summary: 'Notes that the caller co-signs, oldest first' }).output(
    CosignQueue,
  ),
  get: endpoint({ method: 'GET', path: '/cosign/{sessionId}', summary: 'A note as it was signed, for its co-signer' })
    .input(bySession)
    .output(CosignNote),
  comments: endpoint({
    method: 'GET',
    path: '/notes/{sessionId}/comments',
    summary: 'The comments of co-signers on a note, and who co-signs it',
  })
    .input(bySession)
    .output(CosignThread),
  comment: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/comments',
    summary: 'Comment on a sentence of the signed version',
  })
    .input(
      NewComment.extend({
        version: z.int32(),
        section: z.string().max(200),
        sentence: z.int32().min(0),
      }),
    )
    .output(CosignThread),
  reply: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/comments/{commentId}/replies',
    summary: 'Reply to a comment, as the author of the note or its co-signer',
  })
    .input(NewComment.extend({ commentId: z.string() }))
    .output(CosignThread),
  return: endpoint({
    method: 'POST',
    path: '/cosign/{sessionId}/return',
    summary: 'Return a note with comments to its author, who signs it again',
  })
    .input(bySession.extend({ version: z.int32() }))
    .output(CosignQueue),
  sign: endpoint({ method: 'POST', path: '/cosign/{sessionId}/sign', summary: 'Co-sign the version on screen' })
    .input(
      bySession.extend({
        version: z.int32(),
        contentSha256: z.string().max(64),
        /** True if the co-signer took part in the session. */
        wasPresent: z.boolean(),
      }),
    )
    .output(CosignQueue),
  /** `not_allowed` unless the caller is owner or admin; `cosigner_unsuitable` for the author and for therapists. */
  assign: endpoint({
    method: 'PUT',
    path: '/cosign/{sessionId}/cosigner',
    summary: 'Choose another member to co-sign a note, beside the supervisor',
  })
    .input(bySession.extend({ userId: UserId }))
    .output(CosignQueue),
  setAway: endpoint({
    method: 'PUT',
    path: '/cosign/away',
    summary: "Set the last day of the caller's absence, or null when they are back",
  })
    .input(z.object({ until: Day.nullable() }))
    .output(CosignQueue),
}
