import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { SessionId } from './ids.ts'
import { Check, DismissReason, Note, SafetyPassage, Statement } from './notes.ts'
import { SpeakerLabel } from './transcript-edits.ts'
import { Utterance } from './transcripts.ts'

/** The reason an item is in the queue: a finding of the evidence check, or one of the last five. */
export const ReviewKind = z.enum([
  ...Check.exclude(['unchecked', 'supported', 'clinician']).options,
  /** A turn with an unsure or unknown speaker that a sentence cites. */
  'unsure speaker',
  /** A stated or unclear safety passage that is neither in the note nor dismissed. */
  'passage',
  /** A section that the draft left as 'Not discussed in this session.' */
  'not discussed',
  /** A section, or a part of a worksheet, without text. */
  'empty',
  /** A supported sentence, chosen at random. It does not block the signature. */
  'spot check',
])
export type ReviewKind = z.infer<typeof ReviewKind>

/** One entry of the review queue, for the clinician to decide. */
export const ReviewItem = z.object({
  /** Derived from kind, section and text, so that a redraft with the same text keeps it. */
  id: z.string(),
  kind: ReviewKind,
  /** Title of the section. Empty for a safety passage, which belongs to none. */
  section: z.string(),
  /** The part of a worksheet's section. */
  part: z.string().nullable(),
  /** The sentence, the words of the passage, or the words cited from the turn. Empty for an empty section. */
  text: z.string(),
  statement: Statement.nullable(),
  passage: SafetyPassage.nullable(),
  /** The turn of an unsure speaker. */
  turn: Utterance.pick({ id: true, label: true, speaker: true, isCrosstalk: true }).optional(),
  /** True for a section without text that the note's template requires. It has to be filled. */
  required: z.boolean().optional(),
})
export type ReviewItem = z.infer<typeof ReviewItem>

/** The open items of a note. Empty for users who cannot change it. */
export const ReviewQueue = z.object({
  /** The version of the note that was read. */
  version: z.int(),
  /** Items that block the signature, most serious first. */
  items: z.array(ReviewItem),
  /** Up to two, asked after the last item. */
  spotChecks: z.array(ReviewItem),
  spotChecksDone: z.int(),
  /** Number of decided items, without spot checks. */
  resolved: z.int(),
  /** Number of checked sentences without an open item, including those of the clinician. */
  fine: z.int(),
})
export type ReviewQueue = z.infer<typeof ReviewQueue>

/** The clinician's choice for an item. */
export const ReviewDecision = z.discriminatedUnion('kind', [
  /** Keeps a sentence as observed, or a section as it is. */
  z.object({ kind: z.literal('keep') }),
  /** A spot check found the sentence right. */
  z.object({ kind: z.literal('correct') }),
  z.object({ kind: z.literal('delete') }),
  /** Puts the cited words in place of the sentence, with quotation marks, speaker and time. */
  z.object({ kind: z.literal('replace') }),
  z.object({ kind: z.literal('edit'), text: z.string().trim().min(1, 'Write the sentence.').max(100_000) }),
  /** Adds a safety passage to a section as a quote. */
  z.object({ kind: z.literal('insert'), section: z.string().max(200), part: z.string().max(100).nullable() }),
  /** Leaves a safety passage out of the note. */
  z.object({ kind: z.literal('dismiss'), reason: DismissReason }),
  /** Assigns the turn of an unsure speaker to the speaker with this label. Null adds a speaker. */
  z.object({ kind: z.literal('speaker'), label: SpeakerLabel.nullable() }),
])
export type ReviewDecision = z.infer<typeof ReviewDecision>

/** Figures of the work on notes, rounded to whole numbers. Null where nothing was measured. */
export const ReviewFigures = z.object({
  /** Minutes from the first version to the signature. */
  minutesToSign: z.int().nullable(),
  /** Seconds in which the note was visible and the user typed, clicked or scrolled within the last minute. */
  activeSeconds: z.int().nullable(),
  /** Decided items of the review queue. */
  items: z.int().nullable(),
  /** Words that the user added to the draft or removed from it, per 100 words of the signed text. */
  changedPercent: z.int().nullable(),
  /** Inserted snippets. */
  snippets: z.int().nullable(),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>

/** Maximum time that one increment reports, in milliseconds. */
const maxIncrementMs = 60_000

/** The note and its queue after a decision. */
export const Reviewed = z.object({ note: Note, queue: ReviewQueue })
export type Reviewed = z.infer<typeof Reviewed>

const bySession = z.object({ sessionId: SessionId })
/** The item and the version are sent in the body: an item id is made from clinical text. */
const ofItem = bySession.extend({ itemId: z.string().max(100), baseVersion: z.int32() })

export const review = {
  get: endpoint({ method: 'GET', path: '/notes/{sessionId}/review', summary: 'The review queue of a note' })
    .input(bySession)
    .output(ReviewQueue),
  decide: endpoint({
    method: 'PUT',
    path: '/notes/{sessionId}/review',
    summary: 'Decide one item of the review queue. If the note changed, the failure has the new queue',
  })
    .input(ofItem.extend({ decision: ReviewDecision }))
    .output(Reviewed),
  undo: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/review/undo',
    summary: 'Undo a decision; text that it changed is restored as a new version',
  })
    .input(ofItem)
    .output(Reviewed),
  count: endpoint({
    method: 'POST',
    path: '/notes/{sessionId}/review/figures',
    summary: 'Add to the time and the inserted snippets of a note that the caller works on. Only the caller sees them',
  })
    .input(
      bySession.extend({
        /** Active time since the last increment. The server counts no more than the time that passed since then. */
        activeMs: z.int().min(0).max(maxIncrementMs),
        snippets: z.int().min(0).max(20),
      }),
    )
    .output(z.object({})),
}
