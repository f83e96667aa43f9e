import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { signIn } from '#web/api/auth.ts'
import { isEmail } from '#web/ui/email.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form.ts'
import classes from './auth-frame.module.css'

type Props = { onDone: () => Promise<void>; onSecondStep: () => void; onForgot: (email: string) => void }

/** Email and password of somebody who has an account. */
export function LogInForm({ onDone, onSecondStep, onForgot }: Props) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) =>
        email.trim() === '' ? 'Email is required.' : isEmail(email) ? null : 'Enter a valid email address.',
      password: (password) => (password === '' ? 'Password is required.' : null),
    },
  })
  const { submit, failure, code, isSending } = useSubmission<typeof form.values>(async ({ email, password }) => {
    if ((await signIn(email.trim(), password)) === 'second step') onSecondStep()
    else await onDone()
  }, 'Login failed')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))} aria-label="Log in">
      <Stack gap="md">
        <FormError message={failure}>
          {code === 'login_failed' && 'Check your email and password, or ask for a new password below.'}
        </FormError>
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.getInputProps('password')}
        />
        <Anchor
          className={classes.forgot}
          component="button"
          type="button"
          fz="sm"
          onClick={() => onForgot(form.values.email.trim())}
        >
          Forgot password?
        </Anchor>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Log in
        </Button>
      </Stack>
    </form>
  )
}
