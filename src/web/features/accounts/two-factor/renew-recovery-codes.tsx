import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { renewRecoveryCodes } from '#web/api/two-factor.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Props = { opened: boolean; onClose: () => void; onChanged: () => void }

/** Replaces the recovery codes with ten new ones. */
export default function RenewRecoveryCodes({ opened, onClose, onChanged }: Props) {
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useForm({ initialValues: { password: '' }, validate: { password: passwordRequired } })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ password }) => {
    setCodes(await renewRecoveryCodes(password))
    onChanged()
  }, 'New recovery codes could not be created')
  const reset = () => {
    setCodes(null)
    form.reset()
    clearFailure()
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      onExitTransitionEnd={reset}
      closeOnClickOutside={codes === null}
      closeOnEscape={codes === null}
      withCloseButton={codes === null}
      title={codes === null ? 'Create new recovery codes' : 'Save your recovery codes'}
    >
      {codes === null ? (
        <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
          <Stack gap="md">
            <Text>Your current codes stop working as soon as new ones are created.</Text>
            <FormError message={failure} />
            <PasswordField data-autofocus {...form.getInputProps('password')} />
            <FormButtons submit="Create New Codes" isSending={isSending} onCancel={onClose} />
          </Stack>
        </form>
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Dialog>
  )
}
