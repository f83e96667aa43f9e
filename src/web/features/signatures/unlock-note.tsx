import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { NoteSignatures } from '#shared/contract/signatures.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'

type Props = {
  opened: boolean
  sessionId: string
  onClose: () => void
  onUnlocked: (signatures: NoteSignatures) => Promise<void>
}

/** Unlocks a note that the user signed, with a reason. */
export default function UnlockNote({ opened, sessionId, onClose, onUnlocked }: Props) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Write a reason.' : null) },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ reason }) => {
    await onUnlocked(await api.signatures.unlock({ sessionId, reason }))
    showSuccess('Note unlocked. Sign it again when it is corrected.')
  }, 'The note was not unlocked.')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clearFailure}
      isBusy={isSending}
      title="Unlock note"
      isSheet
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this reason" onDiscard={form.reset} />
          <Hint>
            Your signature is superseded and stays in the record with your reason. The note has to be signed again.
          </Hint>
          <TextInput label="Reason" data-autofocus maxLength={500} {...form.getInputProps('reason')} />
          <FormError message={failure} />
          <FormButtons submit="Unlock" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
