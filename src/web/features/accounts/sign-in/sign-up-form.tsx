import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { signUp } from '#web/api/auth.ts'
import { isEmail } from '#web/ui/form/email.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { passwordError } from '#web/ui/form/password-rules.ts'
import { PasswordStrength, usePasswordScore } from '#web/ui/form/password-strength.tsx'
import { maxEmailLength } from '#shared/contract/limits.ts'

type Props = { typedEmail: string; onEmail: (email: string) => void; onDone: () => Promise<void> }

/** The first step of the sign-up: an email address, and a password that is hard to guess. */
export default function SignUpForm({ typedEmail, onEmail, onDone }: Props) {
  const form = useForm({
    initialValues: { email: typedEmail, password: '' },
    onValuesChange: ({ email }) => onEmail(email),
    validate: {
      email: (email) =>
        email.trim() === ''
          ? 'Email is required.'
          : isEmail(email) && email.trim().length <= maxEmailLength
            ? null
            : 'Enter a valid email address.',
      password: (password) => (password === '' ? 'Password is required.' : passwordError(password, score)),
    },
  })
  const score = usePasswordScore(form.values.password, form.values.email)
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ email, password }) => {
    await signUp(email.trim(), password)
    await onDone()
  }, 'Failed to create account')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))} aria-label="Sign up">
      <Stack gap="md">
        <FormError message={failure} />
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <div>
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('password')}
          />
          <PasswordStrength score={score} />
        </div>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Create account
        </Button>
      </Stack>
    </form>
  )
}
