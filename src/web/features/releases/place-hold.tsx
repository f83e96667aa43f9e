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

/** Places a legal hold on a client's record. */
export default function PlaceHold({ opened, clientId, timeZone, onClose }: Props) {
  const today = todayIn(timeZone)
  const sendOnce = useSendOnce()
  const change = useChange()
  const form = useForm({
    initialValues: { startsOn: today, reason: '' },
    validate: {
      startsOn: (day) => (!isDay(day) ? 'Choose a date.' : day > today ? 'The hold cannot start in the future.' : null),
      reason: (text) => (text.trim() === '' ? 'Write a reason.' : null),
    },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async (values) => {
    await change(() => sendOnce({ ...values, clientId }, api.releases.placeHold))
    showSuccess('Legal hold placed.')
    onClose()
    form.reset()
  }, 'The hold was not confirmed. Try again.')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clearFailure}
      isBusy={isSending}
      title="Place a legal hold"
      size={560}
      isSheet
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this legal hold" onDiscard={form.reset} />
          <TextInput type="date" label="In force since" max={today} required {...form.getInputProps('startsOn')} />
          <Textarea
            label="Reason"
            description="For example: subpoena of the county court. No clinical details."
            data-autofocus
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxReleaseTextLength}
            {...form.getInputProps('reason')}
          />
          <Hint>
            Until the hold is lifted, no signed note of this client can be unlocked and nothing can be deleted from the
            record. A hold stays listed.
          </Hint>
          <FormError message={failure} />
          <FormButtons submit="Place hold" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
