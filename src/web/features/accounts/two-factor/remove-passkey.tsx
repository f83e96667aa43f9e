import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SecondFactor } from '#shared/contract/accounts.ts'
import { removePasskey } from '#web/api/two-factor.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'

type Props = {
  opened: boolean
  passkey: SecondFactor['passkeys'][number]
  /** Explains what happens if the last required second factor is removed; otherwise empty. */
  warning: string
  onClose: () => void
  /** Called when the dialog has closed and the button that opened it is removed, to move the focus. */
  onGone: () => void
  onChanged: () => void
}

/** Asks for the password to remove a passkey. */
export default function RemovePasskey({ opened, passkey, warning, onClose, onGone, onChanged }: Props) {
  const { onDone, onClosed } = useFocusAfter(onGone)
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordRequired } })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ password }) => {
    await removePasskey(passkey.id, password)
    onDone()
    onChanged()
    onClose()
  }, 'The passkey could not be removed')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      onExitTransitionEnd={() => {
        onClosed()
        form.reset()
        clearFailure()
      }}
      title={`Remove ${passkey.name}`}
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <Text>This passkey will no longer sign you in. Delete it from your device or password manager as well.</Text>
          {warning !== '' && <FormAlert color="ochre">{warning}</FormAlert>}
          <FormError message={failure} />
          <PasswordField data-autofocus {...form.getInputProps('password')} />
          <FormButtons submit="Remove" isSending={isSending} onCancel={onClose} color="ember" />
        </Stack>
      </form>
    </Dialog>
  )
}
