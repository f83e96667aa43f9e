import { Anchor } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Note } from '#shared/contract/notes.ts'
import { query } from '#web/api/client.ts'
import { paintedAfterMs, useSettled } from '#web/ui/browser/use-settled.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { shownDay } from '#web/ui/format/dates.ts'

const CopyDifferences = lazyDialog(() => import('./copy-differences.tsx'))

type Props = { note: Note; timeZone: string }

/**
 * A notice that the note differs from its last copy in another system: its text has changed (with the differences), the
 * signature of the copy no longer applies, or addenda were added.
 */
export function CopiedNotice({ note, timeZone }: Props) {
  const { sessionId, version, status } = note
  const differences = useDialog()
  const isPainted = useSettled(paintedAfterMs)
  const last = useQuery({
    ...query.copies.last.queryOptions({ input: { sessionId } }),
    // The server compares the copy with the current note, so the key contains version and status.
    queryKey: [...query.copies.last.queryKey({ input: { sessionId } }), version, status],
    enabled: isPainted && version > 0,
  })
  if (!last.data) return null
  const { at, profile, copiedBy, isChanged, isSuperseded, addendaSince } = last.data
  if (!isChanged && !isSuperseded && addendaSince === 0) return null
  return (
    <PageAlert
      role="note"
      color="ochre"
      icon={<IconClipboardCheck size={20} stroke={1.8} aria-hidden />}
      title={`Changed since copied on ${shownDay(at, timeZone)}`}
    >
      {copiedBy === null ? 'You' : copiedBy} copied version {last.data.version} to {profile}.{' '}
      {isSuperseded && 'The signature of that version no longer applies. '}
      {addendaSince > 0 &&
        `Since then, ${addendaSince === 1 ? '1 addendum was' : `${addendaSince} addenda were`} added. `}
      {isChanged && (
        <Anchor component="button" type="button" inherit onClick={differences.open}>
          Show differences
        </Anchor>
      )}
      <Suspense>
        {differences.isMounted && (
          <CopyDifferences opened={differences.isOpen} note={note} copy={last.data} onClose={differences.close} />
        )}
      </Suspense>
    </PageAlert>
  )
}
