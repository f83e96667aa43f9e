import { sql } from 'kysely'
import * as z from 'zod'
import { ReviewKind } from '#shared/contract/review.ts'

/** The state of a clinician's decision about a review item. An undo sets the state `open`. */
export const DecisionState = z.enum([
  'open',
  'kept',
  'observed',
  'edited',
  'replaced',
  'deleted',
  'inserted',
  'dismissed',
  'correct',
  'wrong',
])
export type DecisionState = z.infer<typeof DecisionState>

/** A decision about a review item, as stored. */
export const Decision = z.object({
  itemId: z.string(),
  kind: ReviewKind.catch('other'),
  /** A state that only a newer version of Attend has is read as `open`. */
  state: DecisionState.catch('open'),
  /** The version on which the decision was made. */
  version: z.int(),
})
export type Decision = z.infer<typeof Decision>

/** All decisions about the note of a query, as JSON. */
export const decisionsJson = sql`(select coalesce(jsonb_agg(jsonb_build_object('itemId', item_id, 'kind', kind, 'state', state,
  'version', version)), '[]') from note_review_items where note_review_items.session_id = notes.session_id)`
