import { Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { maxAmendmentTextLength } from '#shared/contract/limits.ts'
import { extensionDays } from '#shared/rules/amendment-due.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { shownDate } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import type { AnswerProps } from './answer-props.ts'
import { useChange } from './use-refresh.ts'

/** Extends the due date of the answer once, with a reason that the client receives. */
export default function ExtendRequest({ opened, request, onClose, onDone }: AnswerProps) {
  const change = useChange()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Write a reason.' : null) },
  })
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ reason }) => {
    await change(() => api.amendments.extend({ amendmentId: request.id, reason }))
    showSuccess('Time extended. Notify the client in writing.')
    onDone()
  }, 'The deadline was not extended.')
  return (
    <Dialog opened={opened} onClose={onClose} isBusy={isSending} title="Extend the time" size={560} isSheet>
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this extension" onDiscard={form.reset} />
          <Hint>
            The answer will be due {shownDate(addDays(request.dueOn, extensionDays))}. The time can be extended once, by{' '}
            {extensionDays} days. Notify the client in writing of the reason and the new date by{' '}
            {shownDate(request.dueOn)}.
          </Hint>
          <Textarea
            label="Reason for the delay"
            data-autofocus
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={maxAmendmentTextLength}
            {...form.getInputProps('reason')}
          />
          <FormError message={failure} />
          <FormButtons submit={`Extend by ${extensionDays} days`} isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
