import { Button, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { acceptInvitation, joinWithNames } from '#web/api/invitation.ts'
import { UnsavedInput } from '#web/identity/unsaved-input.tsx'
import { passwordError } from '#web/ui/form/password-rules.ts'
import { PasswordStrength, usePasswordScore } from '#web/ui/form/password-strength.tsx'
import { ConfirmEmail } from '#web/ui/form/confirm-email.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { focusFirstError, useSubmission } from '#web/ui/form/form.ts'
import { nameChecks } from '#web/ui/form/name-checks.ts'
import { NameFields } from '#web/ui/form/name-fields.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { StrongAnchor } from '#web/ui/layout/strong-anchor.ts'
import { SignerFields } from './signer-fields.tsx'

type Props = { secret: string; offer: InvitationOffer; logInAddress: string }

/**
 * Creates an account for an invited user: password and name. Its address is the invited one. If the link was not
 * mailed, a code confirms the address.
 */
export function NewAccount({ secret, offer: { email, organizationName, role }, logInAddress }: Props) {
  const [isMade, setMade] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useForm({
    initialValues: { password: '', firstName: '', lastName: '', credentials: '', isPrelicensed: false },
    validate: {
      password: (password) => (password === '' ? 'Password is required.' : passwordError(password, score)),
      ...nameChecks,
    },
  })
  const score = usePasswordScore(form.values.password, email)
  const { submit, failure, isSending } = useSubmission<typeof form.values>(async (values) => {
    if (await acceptInvitation(secret, values)) window.location.assign('/')
    else setMade(true)
  }, 'Failed to create account')
  if (isMade) {
    return (
      <>
        {/* The names are saved with the join, because setting a name without an organization would create a practice. */}
        <UnsavedInput isDirty={!isSaved} />
        <ConfirmEmail
          email={email}
          onConfirmed={async () => {
            await joinWithNames(secret, form.values)
            flushSync(() => setSaved(true))
            window.location.assign('/')
          }}
        >
          {`Your account was created. Confirm your address to join ${organizationName}.`}
        </ConfirmEmail>
      </>
    )
  }
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
        <SignerFields
          role={role}
          credentials={form.getInputProps('credentials')}
          prelicensed={form.getInputProps('isPrelicensed', { type: 'checkbox' })}
        />
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? 'Creating Account...' : 'Accept Invitation'}
        </Button>
        <Hint>
          Already have an account with this email?{' '}
          <StrongAnchor href={logInAddress} inherit>
            Return to login
          </StrongAnchor>
        </Hint>
      </Stack>
    </form>
  )
}
