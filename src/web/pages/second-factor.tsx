import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SecondFactor } from '#shared/contract/accounts.ts'
import { accountQuery } from '#web/identity/account.ts'
import { query } from '#web/api/client.ts'
import { isFactorSetUp } from '#web/identity/second-factor.ts'
import { AuthFailure, AuthSpinner } from '#web/ui/layout/auth-screens.tsx'
import { signInAddress } from '#web/identity/sign-in-address.ts'
import { OpenOrganizations } from '#web/features/organizations/organization-switcher.tsx'
import { AuthFrame } from '#web/features/accounts/sign-in/auth-frame.tsx'
import { PasskeySignIn } from '#web/features/accounts/sign-in/passkey-sign-in.tsx'
import { TwoFactorSection } from '#web/features/accounts/two-factor/two-factor-section.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { useSignOut } from '#web/ui/browser/use-sign-out.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

export const Route = createFileRoute('/second-factor')({
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (!account) throw redirect({ href: signInAddress(location.href), reloadDocument: true })
    if (account.closedOrganization === null) throw redirect({ to: '/' })
    return { organization: account.closedOrganization, timeZone: account.timeZone }
  },
  pendingComponent: AuthSpinner,
  errorComponent: AuthFailure,
  component: SecondFactorPage,
})

/** The page where members set up or enter the second factor that their organization requires. */
function SecondFactorPage() {
  const factor = useQuery({ ...query.accounts.secondFactor.queryOptions(), staleTime: 0 })
  if (factor.data) return <Ask factor={factor.data} />
  return factor.isError ? (
    <LoadFailure
      error={factor.error}
      fallback="Failed to load two-factor sign-in"
      onRetry={() => void factor.refetch()}
    />
  ) : (
    <Loading label="Loading two-factor sign-in">
      <Placeholder kind="panel" isInset />
    </Loading>
  )
}

function Ask({ factor }: { factor: SecondFactor }) {
  const { organization, timeZone } = Route.useRouteContext()
  // A factor that is set up on this page is thereby also verified.
  const [isToGive] = useState(() => isFactorSetUp(factor))
  const isOpen = useIsOpen(factor)
  const navigate = Route.useNavigate()
  const cache = useQueryClient()
  const signOut = useSignOut()
  const enter = async () => {
    await cache.invalidateQueries(accountQuery)
    await navigate({ to: '/' })
  }
  return (
    <AuthFrame
      title={isToGive ? 'Enter your second factor' : 'Set up a second factor'}
      lead={`${organization} requires one, so that a password alone does not give access to its records.`}
    >
      <title>Second factor · Attend</title>
      <Stack gap="lg">
        {isOpen && (
          <Button size="md" fullWidth onClick={() => void enter()}>
            Continue
          </Button>
        )}
        {isToGive ? (
          <div>
            {factor.passkeys.length > 0
              ? 'You signed in without it. Use your passkey now, or sign out and sign in with it.'
              : 'You signed in without it. Sign out, and sign in with your password and a code.'}
            {factor.passkeys.length > 0 && <PasskeySignIn onDone={enter} />}
          </div>
        ) : (
          <TwoFactorSection timeZone={timeZone} />
        )}
        {!isOpen && <OpenOrganizations />}
        <Anchor component="button" type="button" size="sm" ta="left" onClick={signOut}>
          Sign out
        </Anchor>
      </Stack>
      <ToastHost />
    </AuthFrame>
  )
}

/** Returns whether the organization is now accessible. Checked again after a factor was set up. */
function useIsOpen(factor: SecondFactor): boolean {
  const cache = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const isThere = isFactorSetUp(factor)
  useEffect(() => {
    if (isThere) void cache.invalidateQueries(accountQuery)
  }, [cache, isThere])
  return account?.closedOrganization === null
}
