import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'

/** Shown to platform admins who signed in without their second factor, which this page requires. */
export function NeedsSecondFactor() {
  return (
    <EmptyState
      title="Engines need two-factor sign-in"
      action={
        <ButtonLink to="/profile" search={{ tab: 'security' }}>
          Open My Profile
        </ButtonLink>
      }
    >
      Set up a second factor in My Profile, or sign out and sign in again with it.
    </EmptyState>
  )
}
