import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isResetTokenValid, resetPassword } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'
import { AuthFrame } from '#web/features/accounts/auth-frame.tsx'
import { refusePassword } from '#web/features/accounts/password-rules.ts'
import { PasswordStrength, usePasswordScore } from '#web/features/accounts/password-strength.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form.ts'
import { AnchorLink } from '#web/ui/links.tsx'

type Search = { token?: string; error?: string }

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search): Search => ({
    ...(typeof search['token'] === 'string' && { token: search['token'] }),
    ...(typeof search['error'] === 'string' && { error: search['error'] }),
  }),
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const { token, error } = Route.useSearch()
  const [isUpdated, setUpdated] = useState(false)
  const check = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => isResetTokenValid(token ?? ''),
    enabled: token !== undefined && error === undefined && !isUpdated,
    gcTime: 0,
  })
  const isInvalid = token === undefined || error !== undefined || check.data === false
  return (
    <AuthFrame title={isUpdated ? 'Password Updated' : 'Choose a new password'}>
      <title>Reset password · Attend</title>
      <Stack gap="md">
        {isUpdated ? (
          <Updated />
        ) : isInvalid ? (
          <Alert role="alert" color="ember" title="Invalid or expired password reset link">
            Ask for a new link on the login page. A link works once, and only for a short time.
          </Alert>
        ) : check.isError ? (
          <Stack gap="sm">
            <FormError message={readError(check.error, 'Failed to validate reset link').sentence} />
            <Button variant="default" onClick={() => void check.refetch()}>
              Try Again
            </Button>
          </Stack>
        ) : check.isPending ? (
          <Text role="status" c="dimmed">
            Validating reset link...
          </Text>
        ) : (
          <NewPasswordForm token={token} onUpdated={() => setUpdated(true)} />
        )}
        <AnchorLink to="/login" fz="sm">
          ← Back to login
        </AnchorLink>
      </Stack>
    </AuthFrame>
  )
}

function NewPasswordForm({ token, onUpdated }: { token: string; onUpdated: () => void }) {
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (password) => refusePassword(password, score),
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
        <div>
          <PasswordInput
            label="New Password"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
            {...form.getInputProps('password')}
          />
          <PasswordStrength score={score} />
        </div>
        <PasswordInput
          label="Confirm New Password"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show repeated password' }}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? 'Updating Password...' : 'Update Password'}
        </Button>
      </Stack>
    </form>
  )
}

function Updated() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/login' }), 3000)
    return () => clearTimeout(timer)
  }, [navigate])
  return <Text role="status">Your password has been changed. You are taken to the login page in a moment.</Text>
}
