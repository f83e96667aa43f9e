import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { checkPassword, verifyCode, switchOffAuthenticator } from '#web/api/two-factor.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/alerts.ts'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { CodeField, codeError, type CodeKind } from './code-field.tsx'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'

type Props = {
  opened: boolean
  /** Explains what happens if the last required second factor is removed; otherwise empty. */
  warning: string
  onClose: () => void
  onChanged: () => void
}

/**
 * Switches off the authenticator app. Asks for the password and a code, so that a stolen phone or an unlocked browser
 * alone is not enough.
 */
export default function SwitchOffAuthenticator({ opened, warning, onClose, onChanged }: Props) {
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: passwordRequired, code: (code) => codeError(kind, code) },
  })
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ password, code }) => {
    // The password is checked first, because a code can be used only once.
    await checkPassword(password)
    await verifyCode(kind, code)
    await switchOffAuthenticator(password)
    onChanged()
    onClose()
  }, 'Two-factor sign-in could not be switched off')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      onExitTransitionEnd={() => {
        form.reset()
        clearFailure()
      }}
      title="Switch off the authenticator app"
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <Text>After that, you sign in with your password alone. Your recovery codes stop working.</Text>
          {warning !== '' && <FormAlert color="ochre">{warning}</FormAlert>}
          <FormError message={failure} />
          <PasswordField data-autofocus {...form.getInputProps('password')} />
          <CodeField
            kind={kind}
            onKindChange={(next) => {
              setKind(next)
              form.setFieldValue('code', '')
              form.clearFieldError('code')
            }}
            {...form.getInputProps('code')}
          />
          <FormButtons submit="Switch Off" isSending={isSending} onCancel={onClose} color="ember" />
        </Stack>
      </form>
    </Dialog>
  )
}
