import { Radio, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type DenialReason, DenialReason as Reasons } from '#shared/contract/amendments.ts'
import { maxAmendmentTextLength } from '#shared/contract/limits.ts'
import { api } from '#web/api/client.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { denialReasons } from './amendment-texts.ts'
import type { AnswerProps } from './answer-props.ts'
import { useChange } from './use-refresh.ts'

/** Denies a request with one of the permitted reasons and an explanation. */
export default function DenyRequest({ opened, request, onClose, onDone }: AnswerProps) {
  const change = useChange()
  const form = useForm<{ denialReason: DenialReason | null; basis: string }>({
    initialValues: { denialReason: null, basis: '' },
    validate: {
      denialReason: (reason) => (reason === null ? 'Choose a reason.' : null),
      basis: (basis) => (basis.trim() === '' ? 'Write the basis.' : null),
    },
  })
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ denialReason, basis }) => {
    if (denialReason === null) return
    await change(() => api.amendments.deny({ amendmentId: request.id, denialReason, basis }))
    showSuccess('Request denied. Notify the client in writing.')
    onDone()
  }, 'The request was not denied.')
  return (
    <Dialog opened={opened} onClose={onClose} isBusy={isSending} title="Deny the request" size={600} isSheet>
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this denial" onDiscard={form.reset} />
          <Radio.Group label="The information is" required {...form.getInputProps('denialReason')}>
            <Stack gap="2xs">
              {Reasons.options.map((value, at) => (
                <Radio key={value} value={value} label={denialReasons[value]} data-autofocus={at === 0 || undefined} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Basis of the denial"
            required
            autosize
            minRows={4}
            maxRows={14}
            maxLength={maxAmendmentTextLength}
            {...form.getInputProps('basis')}
          />
          <Hint>
            The answer cannot be changed. Send the client the basis in writing, with the right to submit a statement of
            disagreement and how to complain.
          </Hint>
          <FormError message={failure} />
          <FormButtons submit="Deny request" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
