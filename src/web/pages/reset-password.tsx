import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallback, useEffect, useState } from 'react'
import { errors } from '#shared/contract/errors.ts'
import { isResetTokenValid, resetPassword } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { AuthFrame } from '#web/features/accounts/sign-in/auth-frame.tsx'
import { NewPasswordFields } from '#web/features/accounts/sign-in/new-password-fields.tsx'
import { passwordError } from '#web/ui/form/password-rules.ts'
import { usePasswordScore } from '#web/ui/form/password-strength.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { Muted } from '#web/ui/layout/text.ts'

type Link = 'checking' | 'valid' | 'invalid' | { failure: string }

/** The page `/reset-password`, opened by the mailed link. `token` is null if the link has none. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const [isUpdated, setUpdated] = useState(false)
  const { link, check } = useLinkCheck(token)
  return (
    <AuthFrame title={isUpdated ? 'Password Updated' : 'Choose a new password'}>
      <title>Reset password · Attend</title>
      <Stack gap="md">
        {isUpdated ? (
          <Updated />
        ) : token === null || link === 'invalid' ? (
          <Alert role="alert" color="ember" title={errors.reset_link_invalid[1]}>
            Ask for a new link on the login page. A link works once, and only for a short time.
          </Alert>
        ) : link === 'checking' ? (
          <Muted component="output">Validating reset link...</Muted>
        ) : link === 'valid' ? (
          <NewPasswordForm token={token} onUpdated={() => setUpdated(true)} />
        ) : (
          <Stack gap="sm">
            <FormError message={link.failure} />
            <Button variant="default" onClick={check}>
              Try Again
            </Button>
          </Stack>
        )}
        <Anchor href="/login" size="sm">
          ← Back to login
        </Anchor>
      </Stack>
    </AuthFrame>
  )
}

/** Checks the link once, and again on retry. */
function useLinkCheck(token: string | null) {
  const [link, setLink] = useState<Link>('checking')
  const check = useCallback(() => {
    if (token === null) return
    isResetTokenValid(token).then(
      (isValid) => setLink(isValid ? 'valid' : 'invalid'),
      (error: unknown) => setLink({ failure: readError(error, 'Failed to validate reset link').sentence }),
    )
  }, [token])
  useEffect(check, [check])
  return {
    link,
    check: () => {
      setLink('checking')
      check()
    },
  }
}

function NewPasswordForm({ token, onUpdated }: { token: string; onUpdated: () => void }) {
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (password) => passwordError(password, score),
      repeated: (repeated, { password }) => (repeated === password ? null : 'Passwords do not match'),
    },
  })
  const score = usePasswordScore(form.values.password, '')
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async ({ password }) => {
    await resetPassword(password, token)
    onUpdated()
  }, 'Failed to reset password')
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError(form))} aria-label="Choose a new password">
      <Stack gap="md">
        <FormError message={failure} />
        <NewPasswordFields
          score={score}
          password={form.getInputProps('password')}
          repeated={form.getInputProps('repeated')}
        />
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? 'Updating Password...' : 'Update Password'}
        </Button>
      </Stack>
    </form>
  )
}

function Updated() {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign('/login'), 3000)
    return () => clearTimeout(timer)
  }, [])
  return <Text component="output">Your password has been changed. Taking you to the login page…</Text>
}
