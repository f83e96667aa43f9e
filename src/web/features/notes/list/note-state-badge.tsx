import { Badge } from '@mantine/core'
import type { ListedNote } from '#shared/contract/notes.ts'
import { SigningBadge } from '#web/ui/feedback/signing-badge.tsx'
import { NeedsReview } from '#web/ui/feedback/needs-review.tsx'

/**
 * Returns the number of open items of the user's own note; 0 for notes of others, whose items the user does not decide.
 */
export const toReviewIn = ({ toReview, therapistName }: ListedNote) => (therapistName === null ? toReview : 0)

/** The state of a note as a badge. */
export function NoteStateBadge({ note }: { note: ListedNote }) {
  const { sessionStatus, noteState, noteStatus, toWrite, waitsForTranscript } = note
  if (sessionStatus === 'recording') return <Badge color="ember">Being recorded</Badge>
  if (waitsForTranscript) return <Badge color="ochre">Waiting for a transcript</Badge>
  if (sessionStatus === 'failed' || noteState === 'failed') return <Badge color="ember">Needs attention</Badge>
  if (sessionStatus === 'processing' || noteState === 'generating') return <Badge color="dusk">In progress</Badge>
  if (noteStatus !== 'draft') return <SigningBadge status={noteStatus} />
  if (noteState === 'ready' && toWrite) return <Badge color="ochre">To write</Badge>
  if (sessionStatus === 'no-show') return <Badge color="gray">No-show</Badge>
  if (noteState === 'ready' && toReviewIn(note) > 0) return <NeedsReview count={note.toReview} />
  if (noteState === 'ready') return <Badge>Note ready</Badge>
  return <Badge color="ochre">No note yet</Badge>
}
