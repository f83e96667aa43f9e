import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import type { OwnNote } from '#server/features/notes/own-note.ts'
import { toNote } from '#server/features/notes/to-note.ts'
import { queueOf } from './queue-of.ts'

/** @throws review_changed, with the newest note and queue as data */
export function failReviewChanged(context: Context, note: OwnNote): never {
  fail('review_changed', {}, { note: toNote(context, note), queue: queueOf(note) })
}
