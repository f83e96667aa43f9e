import { Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { addPasskey } from '#web/api/passkeys.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { NeedsConfirmedEmail } from '#web/ui/form/needs-confirmed-email.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'

type Props = { opened: boolean; onClose: () => void; onChanged: () => void }

/** Asks for the passkey's name and the password. The browser then creates the passkey. */
export default function AddPasskey({ opened, onClose, onChanged }: Props) {
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Name is required.' : null), password: passwordRequired },
  })
  const canceling = useRef(new AbortController())
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ name, password }) => {
    canceling.current = new AbortController()
    if (!(await addPasskey(name.trim(), password, canceling.current.signal))) return
    showSuccess('The passkey was added.')
    onChanged()
    onClose()
  }, 'The passkey could not be added')
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        canceling.current.abort()
        onClose()
      }}
      onExitTransitionEnd={() => {
        form.reset()
        clearFailure()
      }}
      title="Add a passkey"
    >
      <NeedsConfirmedEmail reason="Passkeys need a confirmed address.">
        <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
          <Stack gap="md">
            <Text>
              A passkey signs you in without a password: your device asks for your fingerprint, face or PIN instead.
            </Text>
            <FormError message={failure} />
            <TextInput
              label="Name"
              description="Distinguishes it from your other passkeys, e.g. Work laptop."
              maxLength={100}
              data-autofocus
              {...form.getInputProps('name')}
            />
            <PasswordField {...form.getInputProps('password')} />
            <FormButtons submit="Continue" isSending={isSending} onCancel={onClose} />
          </Stack>
        </form>
      </NeedsConfirmedEmail>
    </Dialog>
  )
}
