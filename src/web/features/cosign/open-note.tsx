import { Button, Card } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { CosignItem, CosignQueue } from '#shared/contract/cosign.ts'
import { query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { focusTitle } from '#web/ui/browser/focus-title.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { unlessWriting } from '#web/ui/form/unless-writing.ts'
import { Actions } from '#web/ui/layout/panel-parts.ts'
import { AnchorLink } from '#web/ui/layout/links.tsx'
import { CosignNote } from './cosign-note.tsx'
import { awayText } from './away-text.ts'
import { refreshNote } from './refresh-note.ts'
import classes from './open-note.module.css'

const CosignDialog = lazyDialog(() => import('./cosign-dialog.tsx'))

// A comment on an outdated version is refused, so its text may be needed for the new version.
const copyFirst = 'Add or cancel your comment first. Copy its text if you still need it.'

type Props = {
  sessionId: string
  queue: CosignQueue
  timeZone: string
  ownName: string
  canChange: boolean
  /** Called with the next note of the queue after this note is done; undefined if it was the last one. */
  onDone: (next: CosignItem | undefined) => void
}

/** The selected note, and the dialog that co-signs it. */
export function OpenNote({ sessionId, queue, timeZone, ownName, canChange, onDone }: Props) {
  const cache = useQueryClient()
  const note = useQuery(query.cosign.get.queryOptions({ input: { sessionId } }))
  const dialog = useDialog()
  const [changed, setChanged] = useState<string | null>(null)
  const { data } = note
  // The queue is refreshed more often than the note, so it shows whether the loaded note is outdated.
  const listed = [...queue.toCosign, ...queue.returned, ...queue.cosigned].find((item) => item.sessionId === sessionId)
  const isOutdated = data !== undefined && listed !== undefined && listed.since !== data.item.since
  const reload = async () => {
    setChanged(null)
    void cache.invalidateQueries({ queryKey: query.cosign.queue.key() })
    const { isError } = await note.refetch()
    if (isError) focusTitle()
  }
  const onRefused = ({ code, sentence }: Failure) => {
    if (code === 'cosign_changed') return setChanged(sentence)
    showFailure(sentence)
    void reload()
  }
  if (isNotWaiting(note.error)) {
    return (
      <Card padding={0}>
        <EmptyState title="Nothing to co-sign here">
          This note does not await your co-signature. Choose another one.
        </EmptyState>
      </Card>
    )
  }
  if (!data) {
    return note.isError ? (
      <Card padding={0}>
        <LoadFailure error={note.error} fallback="Failed to load the note" onRetry={() => void note.refetch()} />
      </Card>
    ) : (
      <Loading label="Loading the note">
        <Placeholder kind="panel" count={3} />
      </Loading>
    )
  }
  const cosignerName = data.item.assigned?.name ?? data.item.supervisorName
  const notice =
    changed ??
    (isOutdated && listed?.status === 'awaiting_cosign'
      ? `${data.item.author.name} signed a new version. Reload to read it.`
      : null)
  return (
    <div>
      <AnchorLink to="/session-notes/co-sign" search={{}} className={classes.back}>
        All notes to co-sign
      </AnchorLink>
      {notice !== null && (
        <PageAlert color="ochre" role="alert">
          {notice}
          <Actions>
            <Button size="xs" variant="default" onClick={unlessWriting(copyFirst, () => void reload())}>
              Reload
            </Button>
          </Actions>
        </PageAlert>
      )}
      {data.item.awayUntil !== null && cosignerName !== null && cosignerName !== ownName && (
        <PageAlert color="ochre">{awayText(cosignerName, data.item.awayUntil)}</PageAlert>
      )}
      <CosignNote
        key={`${data.version} ${data.item.status}`}
        data={data}
        timeZone={timeZone}
        ownName={ownName}
        canChange={canChange}
        onCosign={dialog.open}
        onRefused={onRefused}
      />
      <Suspense>
        {dialog.isMounted && (
          <CosignDialog
            key={data.contentSha256}
            note={data}
            opened={dialog.isOpen}
            timeZone={timeZone}
            onClose={dialog.close}
            onRefused={(failure) => {
              dialog.close()
              onRefused(failure)
            }}
            onSigned={(next) => {
              dialog.close()
              showResult(cache, query.cosign.queue.queryKey(), next)
              void refreshNote(cache, sessionId)
              showSuccess(doneText(next.toCosign.length))
              onDone(next.toCosign[0])
              if (next.toCosign.length === 0) focusTitle()
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

function isNotWaiting(error: Error | null): boolean {
  return error !== null && readError(error).code === 'cosign_not_waiting'
}

/** The message after a decision, e.g. `Co-signed. 2 notes left.` */
function doneText(left: number): string {
  if (left === 0) return 'Co-signed. No notes left.'
  return left === 1 ? 'Co-signed. 1 note left.' : `Co-signed. ${left} notes left.`
}
