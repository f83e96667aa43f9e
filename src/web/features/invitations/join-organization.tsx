import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { signOut } from '#web/api/auth.ts'
import { joinOrganization } from '#web/api/invitation.ts'
import { ConfirmEmail } from '#web/ui/form/confirm-email.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { useSubmission } from '#web/ui/form/form.ts'
import { Hint } from '#web/ui/layout/text.ts'
import { SignerFields } from './signer-fields.tsx'
import classes from './invitations.module.css'

type JoinProps = { secret: string; offer: InvitationOffer; account: Account }

/** Accepts an invitation with the signed-in account. A link that was not mailed does not prove the email address. */
export function JoinOrganization({ secret, offer: { organizationName, isMailed, role }, account }: JoinProps) {
  const [profile, setProfile] = useState({ credentials: '', isPrelicensed: account.isPrelicensed })
  const [isProved, setProved] = useState(isMailed || account.emailVerified)
  const isAsked = account.credentials === ''
  const { submit, failure, isSending } = useSubmission(async () => {
    await joinOrganization(secret, isAsked ? profile : undefined)
    window.location.assign('/')
  }, 'Failed to accept invitation')
  const present = account.organization?.name
  if (!isProved) {
    return (
      <ConfirmEmail email={account.email} onConfirmed={() => setProved(true)}>
        {`Confirm your address to join ${organizationName}.`}
      </ConfirmEmail>
    )
  }
  return (
    <Stack gap="md">
      <FormError message={failure} />
      <Text className={classes.long}>You are signed in as {account.email}.</Text>
      {present !== undefined && (
        <Hint>
          You remain a member of {present}. Your clients stay there, and you can switch between the two in Settings.
        </Hint>
      )}
      {isAsked && (
        <SignerFields
          role={role}
          credentials={{
            value: profile.credentials,
            onChange: ({ currentTarget: { value } }) => setProfile((old) => ({ ...old, credentials: value })),
          }}
          prelicensed={{
            checked: profile.isPrelicensed,
            onChange: ({ currentTarget: { checked } }) => setProfile((old) => ({ ...old, isPrelicensed: checked })),
          }}
        />
      )}
      <Button size="md" fullWidth disabled={isSending} onClick={() => void submit(undefined)}>
        {isSending ? 'Joining...' : `Join ${organizationName}`}
      </Button>
      <Anchor href="/" size="sm">
        Not now
      </Anchor>
    </Stack>
  )
}

/** Shown if the user is signed in with another email address, or views data as another user. */
export function OtherAddress({ email, account }: { email: string; account: Account }) {
  const { submit, failure, isSending } = useSubmission(async () => {
    await signOut()
    window.location.reload()
  }, 'You could not be signed out. Try again.')
  if (account.viewing) {
    return (
      <Stack gap="md">
        <Text>
          You are viewing data as {account.viewing.name}. Stop viewing first, and open the link of your invitation
          again.
        </Text>
        <Anchor href="/">Go to the dashboard</Anchor>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <FormError message={failure} />
      <Text className={classes.long}>
        This invitation is for <b>{email}</b>, and you are signed in as <b>{account.email}</b>. Log out to accept it
        with the address it was sent to.
      </Text>
      <Button size="md" fullWidth disabled={isSending} onClick={() => void submit(undefined)}>
        Log out
      </Button>
      <Anchor href="/" size="sm">
        Stay signed in and go to the dashboard
      </Anchor>
    </Stack>
  )
}
