import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/api/client.ts'
import { isFactorSetUp } from '#web/identity/second-factor.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { useSignOut } from '#web/ui/browser/use-sign-out.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

/** Asks a platform admin to set up or use a second factor, which the panel requires. */
export function SecondFactorMissing() {
  const signOut = useSignOut()
  // The user may have set up a factor on My Profile since the last check.
  const factor = useQuery({ ...query.accounts.secondFactor.queryOptions(), staleTime: 0 })
  if (factor.isPending) {
    return (
      <Loading label="Loading two-factor sign-in">
        <Placeholder kind="panel" isInset />
      </Loading>
    )
  }
  if (factor.isError) {
    return (
      <LoadFailure
        error={factor.error}
        fallback="Failed to load two-factor sign-in"
        onRetry={() => void factor.refetch()}
      />
    )
  }
  return isFactorSetUp(factor.data) ? (
    <EmptyState title="Sign in with your second factor" action={<Button onClick={signOut}>Sign Out</Button>}>
      You signed in without your second factor. The admin panel requires it. Sign out, then sign in again with your
      authenticator app or passkey.
    </EmptyState>
  ) : (
    <EmptyState
      title="Set up two-factor sign-in first"
      action={
        <ButtonLink to="/profile" search={{ tab: 'security' }}>
          Open My Profile
        </ButtonLink>
      }
    >
      The admin panel reaches the records of every organization, so it requires sign-in with a second factor. Set up an
      authenticator app or a passkey in My Profile, and come back.
    </EmptyState>
  )
}
