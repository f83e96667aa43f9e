import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { type Deletable, type DeletionReason, type DeletionReceipt } from '#shared/contract/corrections.ts'
import type { NotePage } from '#shared/contract/notes.ts'
import { api, query } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { DialogButtons } from '#web/ui/dialog/dialog-buttons.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { shownDate, shownTime } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { consequences, reasonNames, whatNames } from './deletion-texts.ts'
import { DownloadReceipt, ReceiptView } from './receipt-view.tsx'

const reasons: readonly DeletionReason[] = ['wrong client', 'duplicate', 'wrong file', 'no consent', 'test']

type Props = {
  opened: boolean
  what: Deletable
  page: Pick<NotePage, 'client' | 'session'>
  timeZone: string
  onClose: () => void
  /** Called once the session is deleted, in place of `onClose`. */
  onGone: () => Promise<void>
}

/** Data that depend on what can be deleted. */
const dependent = [query.signatures, query.sessions, query.clients, query.progress, query.amendments]

/** Deletes a recording, a transcript or a session, with a reason, and then shows the receipt. */
export default function DeleteFiled({ opened, what, page, timeZone, onClose, onGone }: Props) {
  const cache = useQueryClient()
  const sessionId = page.session.id
  const [receipt, setReceipt] = useState<DeletionReceipt | null>(null)
  const sendOnce = useSendOnce()
  const { submit, failure, clearFailure, isSending } = useSubmission(async (reason: DeletionReason) => {
    const deleted = await sendOnce({ sessionId, what, reason }, api.corrections.delete)
    // The response may arrive after the page was left.
    evictDeleted(cache, sessionId, what)
    setReceipt(deleted)
  }, 'The deletion was not confirmed. Try again.')
  const isDeleted = receipt !== null
  useEffect(() => {
    if (!isDeleted) return undefined
    // While the receipt is shown, the page below it uses the deleted data. The timeout waits until it is unmounted, too.
    return () => void setTimeout(() => evictDeleted(cache, sessionId, what))
  }, [cache, sessionId, what, isDeleted])
  const close = async () => {
    if (receipt === null) return onClose()
    const session = { input: { sessionId } }
    const isGone = what === 'session'
    if (isGone) await onGone()
    else onClose()
    setReceipt(null)
    // The note page is refreshed first, so that it does not request the deleted parts again.
    if (isGone) cache.removeQueries({ queryKey: query.notes.get.key(session) })
    cache.removeQueries({ queryKey: query.corrections.receipts.key() })
    await cache.invalidateQueries({ queryKey: query.notes.key() })
    for (const noun of [query.transcripts, query.insights]) cache.removeQueries({ queryKey: noun.get.key(session) })
    for (const noun of dependent) void cache.invalidateQueries({ queryKey: noun.key() })
    return undefined
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => void close()}
      isBusy={isSending}
      onExitTransitionEnd={clearFailure}
      title={receipt ? 'Receipt' : `Delete ${whatNames[what]}`}
      size={560}
    >
      {receipt ? (
        <Stack gap="md">
          <Text>The {whatNames[what]} was deleted. This receipt stays in the record of the client.</Text>
          <ReceiptView receipt={receipt} timeZone={timeZone} />
          <DialogButtons>
            <DownloadReceipt receipt={receipt} timeZone={timeZone} />
            <Button onClick={() => void close()}>Close</Button>
          </DialogButtons>
        </Stack>
      ) : (
        <DeletionForm
          what={what}
          page={page}
          failure={failure}
          isSending={isSending}
          onCancel={onClose}
          onDelete={(reason) => void submit(reason)}
        />
      )}
    </Dialog>
  )
}

/**
 * Removes deleted data from the cache, unless a page shows them, and marks what depends on them as outdated. Otherwise
 * pages would show them until their data are loaded again.
 */
function evictDeleted(cache: QueryClient, sessionId: string, what: Deletable): void {
  const session = { input: { sessionId } }
  const removed = [
    query.transcripts.get.key(session),
    query.insights.get.key(session),
    query.corrections.receipts.key(),
  ]
  if (what === 'session') removed.push(query.notes.get.key(session))
  for (const queryKey of removed) cache.removeQueries({ queryKey, type: 'inactive' })
  for (const noun of [query.notes, query.transcripts, query.insights, ...dependent])
    void cache.invalidateQueries({ queryKey: noun.key(), refetchType: 'none' })
}

type FormProps = Pick<Props, 'what' | 'page'> & {
  failure: string | null
  isSending: boolean
  onCancel: () => void
  onDelete: (reason: DeletionReason) => void
}

function DeletionForm({ what, page: { client, session }, failure, isSending, onCancel, onDelete }: FormProps) {
  const [reason, setReason] = useState<DeletionReason | null>(null)
  const [isChecked, setChecked] = useState(false)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason !== null) onDelete(reason)
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>
          {client.firstName} {client.lastName}, {shownDate(session.date)}, {shownTime(session.startTime)}
        </Text>
        <Text>{consequences[what]} This cannot be undone.</Text>
        <NativeSelect
          label="Reason"
          required
          data-autofocus
          error={isChecked && reason === null ? 'Choose a reason.' : undefined}
          data={[
            { value: '', label: 'Choose a reason' },
            ...reasons.map((value) => ({ value, label: reasonNames[value] })),
          ]}
          value={reason ?? ''}
          onChange={(event) => setReason(reasons.find((known) => known === event.currentTarget.value) ?? null)}
        />
        <Hint>A receipt without clinical text stays in the record of the client: who, when, what and why.</Hint>
        <FormError message={failure} />
        <FormButtons submit={`Delete ${whatNames[what]}`} isSending={isSending} onCancel={onCancel} color="ember" />
      </Stack>
    </form>
  )
}
