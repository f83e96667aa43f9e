import type { Account } from '#shared/contract/accounts.ts'
import { ButtonLink } from '#web/ui/layout/links.tsx'

/** Links to the notes to co-sign. For supervisors, owners and admins. */
export function CosignLink({ account }: { account: Account }) {
  const role = account.organization?.role ?? 'therapist'
  if (role === 'therapist') return null
  return (
    <ButtonLink variant="default" to="/session-notes/co-sign">
      Co-sign
    </ButtonLink>
  )
}
