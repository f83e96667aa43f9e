import { Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { maxReleaseTextLength } from '#shared/contract/limits.ts'
import { isDay } from '#shared/rules/calendar.ts'
import { api } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { todayIn } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { useChange } from './use-refresh.ts'

type Props = { opened: boolean; clientId: string; timeZone: string; onClose: () => void }

/** Logs that a copy of a client's record was released. */
export default function LogRelease({ opened, clientId, timeZone, onClose }: Props) {
  const today = todayIn(timeZone)
  const sendOnce = useSendOnce()
  const change = useChange()
  const form = useForm({
    initialValues: { releasedOn: today, recipient: '', contents: '' },
    validate: {
      releasedOn: (day) =>
        !isDay(day) ? 'Choose a date.' : day > today ? 'The release cannot be in the future.' : null,
      recipient: (text) => (text.trim() === '' ? 'Write who received it.' : null),
      contents: (text) => (text.trim() === '' ? 'Write what was released.' : null),
    },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async (values) => {
    await change(() => sendOnce({ ...values, clientId }, api.releases.log))
    showSuccess('Release logged.')
    onClose()
    form.reset()
  }, 'The release was not confirmed. Try again.')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clearFailure}
      isBusy={isSending}
      title="Log a release"
      size={560}
      isSheet
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this release" onDiscard={form.reset} />
          <TextInput type="date" label="Released on" max={today} required {...form.getInputProps('releasedOn')} />
          <TextInput
            label="Recipient"
            data-autofocus
            required
            maxLength={maxReleaseTextLength}
            {...form.getInputProps('recipient')}
          />
          <Textarea
            label="What was released"
            description="For example: notes of 2026. No clinical details."
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxReleaseTextLength}
            {...form.getInputProps('contents')}
          />
          <Hint>
            Notes signed before the release can no longer be unlocked. A logged release cannot be changed or deleted.
          </Hint>
          <FormError message={failure} />
          <FormButtons submit="Log release" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
