import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react'
import { signIn } from '#web/api/auth.ts'
import { isEmail } from '#web/ui/form/email.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import classes from './auth-frame.module.css'

type Values = { email: string; password: string }
type Props = {
  typedEmail: string
  onEmail: (email: string) => void
  onDone: () => Promise<void>
  onSecondStep: () => void
  onForgot: () => void
}

function faultsOf({ email, password }: Values): Partial<Values> {
  return {
    ...(!isEmail(email) && { email: email.trim() === '' ? 'Email is required.' : 'Enter a valid email address.' }),
    ...(password === '' && { password: 'Password is required.' }),
  }
}

/**
 * Email address and password of an existing account. Uses plain state, because the form library would add 6 KB to
 * sign-in.
 */
export function LogInForm({ typedEmail, onEmail, onDone, onSecondStep, onForgot }: Props) {
  const [values, setValues] = useState<Values>({ email: typedEmail, password: '' })
  const [faults, setFaults] = useState<Partial<Values>>({})
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const { submit, failure, code, isSending } = useSubmission<Values>(async (typed) => {
    if ((await signIn(typed.email.trim(), typed.password)) === 'second step') onSecondStep()
    else await onDone()
  }, 'Login failed')

  const field = (name: keyof Values) => ({
    value: values[name],
    error: faults[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: currentTarget.value })
      if (name === 'email') onEmail(currentTarget.value)
      setFaults({ ...faults, [name]: undefined })
    },
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = faultsOf(values)
    setFaults(found)
    if (found.email !== undefined) email.current?.focus()
    else if (found.password !== undefined) password.current?.focus()
    else void submit(values)
  }
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Log in">
      <Stack gap="md">
        <FormError message={failure}>
          {code === 'login_failed' && 'Check your email and password, or ask for a new password below.'}
        </FormError>
        <TextInput label="Email" type="email" autoComplete="username" ref={email} {...field('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          ref={password}
          {...field('password')}
        />
        <Anchor className={classes.forgot} component="button" type="button" size="sm" onClick={onForgot}>
          Forgot password?
        </Anchor>
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Log in
        </Button>
      </Stack>
    </form>
  )
}
