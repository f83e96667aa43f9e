import { Anchor, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { signIn, signUp } from '#web/api/auth.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form.ts'
import { isEmail, refusePassword } from './password-rules.ts'
import { PasswordStrength, usePasswordScore } from './password-strength.tsx'

export type CredentialsMode = 'login' | 'signup'

type Props = { mode: CredentialsMode; onDone: () => Promise<void>; onForgot: (email: string) => void }

/** Email and password: to sign in, or as the first step of the sign-up. */
export function CredentialsForm({ mode, onDone, onForgot }: Props) {
  const isSignUp = mode === 'signup'
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (email) =>
        email.trim() === '' ? 'Email is required.' : isEmail(email) ? null : 'Enter a valid email address.',
      password: (password) => {
        if (password === '') return 'Password is required.'
        return isSignUp ? refusePassword(password, score) : null
      },
    },
  })
  const score = usePasswordScore(isSignUp ? form.values.password : '', form.values.email)
  const { submit, failure, isSending } = useSubmission<typeof form.values>(
    async ({ email, password }) => {
      await (isSignUp ? signUp(email.trim(), password) : signIn(email.trim(), password))
      await onDone()
    },
    isSignUp ? 'Failed to create account' : 'Login failed',
  )
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
      aria-label={isSignUp ? 'Sign up' : 'Log in'}
    >
      <Stack gap="md">
        <FormError message={failure} />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete={isSignUp ? 'email' : 'username'}
          required
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <div>
          <PasswordInput
            label="Password"
            name="password"
            autoComplete={isSignUp ? 'new-password' : 'current-password'}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {isSignUp && <PasswordStrength score={score} />}
        </div>
        {!isSignUp && (
          <Group justify="flex-end" mt={-8}>
            <Anchor component="button" type="button" fz="sm" onClick={() => onForgot(form.values.email)}>
              Forgot password?
            </Anchor>
          </Group>
        )}
        <Button type="submit" size="md" fullWidth loading={isSending}>
          {isSignUp ? 'Create account' : 'Log in'}
        </Button>
      </Stack>
    </form>
  )
}
