import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { errors } from '#shared/contract/errors.ts'
import { query } from '#web/api/client.ts'
import { changePassword } from '#web/api/credentials.ts'
import { NewPasswordFields } from '../sign-in/new-password-fields.tsx'
import { passwordError } from '#web/ui/form/password-rules.ts'
import { usePasswordScore } from '#web/ui/form/password-strength.tsx'
import { PasswordField, passwordRequired } from '#web/ui/form/password-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { FormButtons } from '#web/ui/form/form-buttons.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'

type Props = { opened: boolean; email: string; onClose: () => void }

/** Changes the password after checking the current one. Signs out all other devices. */
export default function ChangePassword({ opened, email, onClose }: Props) {
  const cache = useQueryClient()
  const form = useForm({
    initialValues: { password: '', next: '', repeated: '' },
    validate: {
      password: passwordRequired,
      next: (next, { password }) =>
        next !== '' && next === password ? errors.password_unchanged[1] : passwordError(next, score),
      repeated: (repeated, { next }) => (repeated === next ? null : 'Passwords do not match'),
    },
  })
  const score = usePasswordScore(form.values.next, email)
  const { submit, failure, clearFailure, isSending } = useSubmission<typeof form.values>(async ({ password, next }) => {
    await changePassword(password, next)
    onClose()
    showSuccess('Your password was changed. All other devices were signed out.')
    await cache.invalidateQueries({ queryKey: query.accounts.key() })
  }, 'Your password could not be changed')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isBusy={isSending}
      onExitTransitionEnd={() => {
        form.reset()
        clearFailure()
      }}
      title="Change password"
    >
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))}>
        <Stack gap="md">
          <Text>All other devices are signed out.</Text>
          <FormError message={failure} />
          <PasswordField data-autofocus {...form.getInputProps('password')} />
          <NewPasswordFields
            score={score}
            password={form.getInputProps('next')}
            repeated={form.getInputProps('repeated')}
          />
          <FormButtons submit="Change Password" isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
