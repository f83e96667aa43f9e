import { useQuery } from '@tanstack/react-query'
import type { LastCopy } from '#shared/contract/copies.ts'
import type { Note } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { Differences } from '../editor/differences.tsx'

type Props = { opened: boolean; note: Note; copy: LastCopy; onClose: () => void }

/** The differences between a note and its last copy in another system. */
export default function CopyDifferences({ opened, onClose, ...texts }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Changed since copied" size="xl">
      <Texts {...texts} />
    </Dialog>
  )
}

function Texts({ note, copy: { version } }: Pick<Props, 'note' | 'copy'>) {
  const { sessionId } = note
  const copied = useQuery(query.notes.version.queryOptions({ input: { sessionId, version } }))
  if (copied.isError) {
    return <LoadFailure error={copied.error} fallback="Failed to load notes" onRetry={() => void copied.refetch()} />
  }
  if (!copied.data) return <Placeholder kind="panel" />
  return (
    <>
      <Hint>“+” is only in the current note; “−” is only in the copy.</Hint>
      <Differences here={note.sections} there={copied.data.sections} />
    </>
  )
}
