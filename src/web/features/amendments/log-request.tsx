import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type AmendmentChannel, AmendmentChannel as Channels } from '#shared/contract/amendments.ts'
import { maxAmendmentTextLength } from '#shared/contract/limits.ts'
import { answerDays } from '#shared/rules/amendment-due.ts'
import { addDays, isDay } from '#shared/rules/calendar.ts'
import { api } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { shownDate, todayIn } from '#web/ui/format/dates.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { channelNames } from './amendment-texts.ts'
import { useChange } from './use-refresh.ts'

type Props = {
  opened: boolean
  /** The notes to choose from. With a single note, no choice is shown. */
  notes: readonly { sessionId: string; label: string }[]
  timeZone: string
  onClose: () => void
}

/** Logs a client's request to amend a note. */
export default function LogRequest({ opened, notes, timeZone, onClose }: Props) {
  const today = todayIn(timeZone)
  const sendOnce = useSendOnce()
  const change = useChange()
  const form = useForm<{ sessionId: string; receivedOn: string; channel: AmendmentChannel; text: string }>({
    initialValues: { sessionId: notes[0]?.sessionId ?? '', receivedOn: today, channel: 'letter', text: '' },
    validate: {
      receivedOn: (day) =>
        !isDay(day) ? 'Choose a date.' : day > today ? 'The date received cannot be in the future.' : null,
      text: (text) => (text.trim() === '' ? 'Write what the client asks.' : null),
    },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async (values) => {
    await change(() => sendOnce(values, api.amendments.log))
    showSuccess('Amendment request logged.')
    onClose()
    form.reset()
  }, 'The request was not confirmed. Try again.')
  const { receivedOn } = form.values
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clearFailure}
      isBusy={isSending}
      title="Log an amendment request"
      size={600}
      isSheet
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this request" onDiscard={form.reset} />
          {notes.length > 1 && (
            <NativeSelect
              label="Note"
              data={notes.map(({ sessionId: value, label }) => ({ value, label }))}
              {...form.getInputProps('sessionId')}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput type="date" label="Received on" max={today} required {...form.getInputProps('receivedOn')} />
            <NativeSelect
              label="How it arrived"
              data={Channels.options.map((value) => ({ value, label: channelNames[value] }))}
              {...form.getInputProps('channel')}
            />
          </SimpleGrid>
          <Textarea
            label="What the client asks"
            data-autofocus
            required
            autosize
            minRows={4}
            maxRows={14}
            maxLength={maxAmendmentTextLength}
            {...form.getInputProps('text')}
          />
          <Hint aria-live="polite">
            {isDay(receivedOn)
              ? `Answer due ${shownDate(addDays(receivedOn, answerDays))}, ${answerDays} days after receipt.`
              : `The answer is due ${answerDays} days after receipt.`}{' '}
            A logged request cannot be changed or deleted.
          </Hint>
          <FormError message={failure} />
          <FormButtons submit="Log request" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
