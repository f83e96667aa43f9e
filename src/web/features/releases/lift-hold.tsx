import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { maxReleaseTextLength } from '#shared/contract/limits.ts'
import type { LegalHold } from '#shared/contract/releases.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { useChange } from './use-refresh.ts'

type Props = {
  opened: boolean
  hold: LegalHold
  onClose: () => void
  /** Called once the hold is lifted, in place of `onClose`. */
  onDone: () => void
}

/** Lifts a legal hold, with a reason. */
export default function LiftHold({ opened, hold, onClose, onDone }: Props) {
  const change = useChange()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Write a reason.' : null) },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ reason }) => {
    await change(() => api.releases.liftHold({ holdId: hold.id, reason }))
    showSuccess('Legal hold lifted.')
    onDone()
  }, 'The hold was not lifted.')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clearFailure}
      isBusy={isSending}
      title="Lift the legal hold"
      size={560}
      isSheet
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this legal hold" onDiscard={form.reset} />
          <Textarea
            label="Reason"
            data-autofocus
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxReleaseTextLength}
            {...form.getInputProps('reason')}
          />
          <Hint>The hold and its reasons stay listed. If it has to apply again, place a new one.</Hint>
          <FormError message={failure} />
          <FormButtons submit="Lift hold" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
