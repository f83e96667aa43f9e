import { Stack, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '#web/api/client.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { useSubmission } from '#web/ui/form/form.ts'

type Props = {
  kind: 'client' | 'session'
  id: string
  /** Message above the question, e.g. that an earlier reason has expired. */
  message: string | null
  /** Whether the surrounding dialog has unsaved edits. If so, the dialog asks before they are discarded. */
  holdsEdits: boolean
  onAccepted: () => void
  onCancel: () => void
}

/** Asks why a record is opened and sends the reason to the server. */
export function JustificationPrompt({ kind, id, message: remark, holdsEdits, onAccepted, onCancel }: Props) {
  const [justification, setJustification] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isEmpty = justification.trim() === ''
  const { submit, failure, isSending } = useSubmission(async () => {
    await api.admin.justify({ kind, id, justification })
    onAccepted()
  }, 'Your reason could not be recorded. Try again.')
  const send = () => {
    setMissing(isEmpty)
    if (!isEmpty) void submit(undefined)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="md">
        {remark !== null && <Text component="output">{remark}</Text>}
        <Text>
          Explain why you need this {kind}’s record. Your reason and name are recorded in the audit trail; access lasts
          15 minutes.
        </Text>
        <FormError message={isMissing ? 'Access justification is required for HIPAA compliance.' : failure} />
        <Textarea
          label="Access justification"
          required
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          maxLength={2000}
          value={justification}
          onChange={(event) => setJustification(event.currentTarget.value)}
          onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
        />
        <FormButtons submit="Confirm" isSending={isSending} onCancel={onCancel} isBlocked={isEmpty} />
      </Stack>
      <UnsavedGuard
        isDirty={!isEmpty && !holdsEdits}
        what="this reason"
        hasSearch
        onDiscard={() => setJustification('')}
      />
    </form>
  )
}
