import { Badge } from '@mantine/core'
import type { ListedNote } from '#shared/contract/notes.ts'

/** The state of a note as a badge. */
export function NoteStateBadge({ note: { sessionStatus, noteState, toWrite } }: { note: ListedNote }) {
  if (sessionStatus === 'recording') return <Badge color="ember">Being recorded</Badge>
  if (sessionStatus === 'failed' || noteState === 'failed') return <Badge color="ember">Needs attention</Badge>
  if (sessionStatus === 'processing' || noteState === 'generating') return <Badge color="dusk">In progress</Badge>
  if (noteState === 'ready' && toWrite) return <Badge color="ochre">To write</Badge>
  if (noteState === 'ready') return <Badge>Note ready</Badge>
  return <Badge color="ochre">No note yet</Badge>
}
