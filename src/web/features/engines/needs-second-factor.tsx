import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ButtonLink } from '#web/ui/layout/links.tsx'

/** Platform admins see engines only after a sign-in with their second factor. */
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
