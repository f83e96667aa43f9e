import { Anchor, Button, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { acceptInvitation } from '#web/api/invitation.ts'
import { refusePassword } from '#web/features/accounts/password-rules.ts'
import { PasswordStrength, usePasswordScore } from '#web/features/accounts/password-strength.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form.ts'
import { NameFields } from '#web/ui/name-fields.tsx'

type Props = { invitationId: string; offer: InvitationOffer; logInAddress: string }

/** For somebody without an account: a password and a name. The address is the invited one. */
export function NewAccount({ invitationId, offer: { email }, logInAddress }: Props) {
  const form = useForm({
    initialValues: { password: '', firstName: '', lastName: '' },
    validate: {
      password: (password) => (password === '' ? 'Password is required.' : refusePassword(password, score)),
      firstName: (name) => (name.trim() === '' ? 'First name is required.' : null),
      lastName: (name) => (name.trim() === '' ? 'Last name is required.' : null),
    },
  })
  const score = usePasswordScore(form.values.password, email)
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async (values) => {
    await acceptInvitation(invitationId, values)
    window.location.assign('/')
  }, 'Failed to create account')
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
      aria-label="Accept the invitation with a new account"
    >
      <Stack gap="md">
        <FormError message={failure} />
        <TextInput label="Email" type="email" variant="filled" autoComplete="username" value={email} readOnly />
        <div>
          <PasswordInput
            label="Create a password"
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.getInputProps('password')}
          />
          <PasswordStrength score={score} />
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NameFields isOwn firstName={form.getInputProps('firstName')} lastName={form.getInputProps('lastName')} />
        </SimpleGrid>
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? 'Creating Account...' : 'Accept Invitation'}
        </Button>
        <Text fz="sm" c="dimmed">
          Already have an account with this email?{' '}
          <Anchor href={logInAddress} fw={600} inherit>
            Return to login
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}
