import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import type { Account } from '#shared/contract/accounts.ts'
import { errors } from '#shared/contract/errors.ts'
import type { InvitationOffer } from '#shared/contract/invitations.ts'
import { fetchInvitation } from '#web/api/invitation.ts'
import { type Failure, readError } from '#web/api/errors.ts'
import { AuthFrame } from '#web/features/accounts/sign-in/auth-frame.tsx'
import { JoinOrganization, OtherAddress } from '#web/features/invitations/join-organization.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { NewAccount } from '#web/features/invitations/new-account.tsx'
import { Muted } from '#web/ui/layout/text.ts'

type Props = { secret: string | null; account: Account | null }

/** The page `/invitation`, opened by the mailed link. `account` is the signed-in account. */
export function InvitationPage({ secret, account }: Props) {
  const { offer, failure, look } = useOffer(secret)
  if (secret === null || failure !== null) {
    return (
      <Frame title="Your invitation">
        <Refused failure={failure} isSignedIn={account !== null} onRetry={look} />
      </Frame>
    )
  }
  if (offer === null) {
    return (
      <Frame title="Your invitation">
        <Muted component="output">Loading your invitation...</Muted>
      </Frame>
    )
  }
  const { email, organizationName, inviterName, role } = offer
  return (
    <Frame
      title="Welcome to Attend"
      lead={`You were invited by ${inviterName} to join ${organizationName} as ${nouns[role]}.`}
    >
      {account === null ? (
        <NewAccount secret={secret} offer={offer} logInAddress={logInAddress(secret)} />
      ) : account.viewing === null && account.email.toLowerCase() === email.toLowerCase() ? (
        <JoinOrganization secret={secret} offer={offer} account={account} />
      ) : (
        <OtherAddress email={email} account={account} />
      )}
    </Frame>
  )
}

const nouns: Readonly<Record<InvitationOffer['role'], string>> = {
  therapist: 'a therapist',
  supervisor: 'a supervisor',
  admin: 'an administrator',
}

/** The URL of the sign-in page that leads back to the invitation. */
function logInAddress(secret: string): string {
  return `/login?redirect=%2Finvitation#${secret}`
}

function Frame(props: Parameters<typeof AuthFrame>[0]) {
  const { children, ...frame } = props
  return (
    <AuthFrame {...frame}>
      <title>Invitation · Attend</title>
      {children}
    </AuthFrame>
  )
}

/** Secrets in another format are not sent. Older links contain a UUID. */
const wellFormed = /^([\w-]{43}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const badFormat: Failure = { code: 'invitation_format', sentence: errors.invitation_format[1], status: 422 }

/** Loads the invitation once, and again on retry. */
function useOffer(secret: string | null) {
  const isWellFormed = secret !== null && wellFormed.test(secret)
  const [offer, setOffer] = useState<InvitationOffer | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const look = useCallback(() => {
    if (!isWellFormed) return
    fetchInvitation(secret).then(setOffer, (error: unknown) =>
      setFailure(readError(error, 'Failed to load invitation')),
    )
  }, [secret, isWellFormed])
  useEffect(look, [look])
  return {
    offer,
    failure: secret !== null && !isWellFormed ? badFormat : failure,
    look: () => {
      setFailure(null)
      look()
    },
  }
}

const advice: Partial<Record<Failure['code'], string>> = {
  invitation_missing: 'Open the link in the email again, or copy the whole link.',
  invitation_format: 'Open the link in the email again, or copy the whole link.',
  invitation_over: 'Ask the person who invited you for a new one.',
}

type RefusedProps = { failure: Failure | null; isSignedIn: boolean; onRetry: () => void }

/** Shows why the invitation cannot be accepted. Without a secret, no request was sent, and `failure` is null. */
function Refused({ failure, isSignedIn, onRetry }: RefusedProps) {
  const code = failure?.code ?? 'invitation_missing'
  const next = advice[code]
  return (
    <Stack gap="md">
      {next === undefined ? (
        <>
          <FormError message={failure?.sentence ?? null} />
          <Button variant="default" onClick={onRetry}>
            Try Again
          </Button>
        </>
      ) : (
        <Alert role="alert" color="ember" title={failure?.sentence ?? errors.invitation_missing[1]}>
          {next}
        </Alert>
      )}
      {isSignedIn ? (
        <Anchor href="/" size="sm">
          Go to the dashboard
        </Anchor>
      ) : (
        <Anchor href="/login" size="sm">
          Return to login
        </Anchor>
      )}
    </Stack>
  )
}
