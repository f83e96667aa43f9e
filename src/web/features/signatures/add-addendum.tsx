import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { AddendumKind, NoteSignatures } from '#shared/contract/signatures.ts'
import { api } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-guard.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { SignAs } from '#web/ui/form/sign-as.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { todayIn } from '#web/ui/format/dates.ts'
import { focusFirstError } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { addendumKinds } from './addenda-card.tsx'
import { useConfirmation, useSigningRequest } from '#web/ui/form/use-confirmation.ts'

type Props = {
  opened: boolean
  state: NoteSignatures
  timeZone: string
  onClose: () => void
  onSigned: (signatures: NoteSignatures) => Promise<void>
}

const kinds: AddendumKind[] = ['addendum', 'correction', 'late_entry', 'client_statement']

/** Adds a signed addendum, correction, late entry or client statement to a locked note. A retry signs no second one. */
export default function AddAddendum({ opened, state, timeZone, onClose, onSigned }: Props) {
  const confirmation = useConfirmation(state)
  const sendOnce = useSendOnce()
  const form = useForm<{ kind: AddendumKind; text: string; reason: string; eventDate: string }>({
    initialValues: { kind: 'addendum', text: '', reason: '', eventDate: '' },
    validate: {
      text: (text) => (text.trim() === '' ? 'Write the addendum.' : null),
      reason: (reason) => (reason.trim() === '' ? 'Write a reason.' : null),
      eventDate: (day) => (day > todayIn(timeZone) ? 'The date of the event cannot be in the future.' : null),
    },
  })
  const { failure, isSigning, formRef, clear, sign } = useSigningRequest(confirmation, 'The addendum was not saved.')
  const submit = async ({ eventDate, ...values }: typeof form.values) => {
    await sign(async () => {
      const addendum = { sessionId: state.sessionId, ...values, eventDate: eventDate || null }
      await onSigned(await sendOnce(addendum, api.signatures.addAddendum))
      showSuccess('Addendum signed.')
    })
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={clear}
      isBusy={isSigning}
      title="Add addendum"
      size={600}
      isSheet
    >
      <form ref={formRef} noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <UnsavedGuard isDirty={form.isDirty()} what="this addendum" onDiscard={form.reset} />
          <Hint>The signed note stays as it is. The addendum is dated, signed and printed with it.</Hint>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NativeSelect
              label="Kind"
              data={kinds.map((value) => ({ value, label: addendumKinds[value] }))}
              {...form.getInputProps('kind')}
            />
            <TextInput type="date" label="Date of the event, if different" {...form.getInputProps('eventDate')} />
          </SimpleGrid>
          <Textarea
            label="Text"
            data-autofocus
            autosize
            minRows={4}
            maxRows={14}
            maxLength={20_000}
            {...form.getInputProps('text')}
          />
          <TextInput label="Reason" maxLength={500} {...form.getInputProps('reason')} />
          <SignAs signer={state.signer} confirmation={confirmation} timeZone={timeZone} isBusy={isSigning} />
          <FormError message={failure?.sentence ?? null} />
          <FormButtons
            submit={isSigning ? 'Signing…' : 'Sign addendum'}
            isSending={isSigning}
            onCancel={onClose}
            isBlocked={state.signer.credentials === ''}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
