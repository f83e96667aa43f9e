import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#web/identity/account.ts'
import { PageAlert } from '#web/ui/feedback/alerts.ts'

/** Explains the empty pages of a user whose membership has ended (spec core §6). */
export function NoOrganization() {
  const { data: account } = useQuery(accountQuery)
  if (!account || account.organization) return null
  return (
    <PageAlert color="ochre" title="You are not a member of any organization.">
      You can only see your own data. Ask an owner or admin for an invitation, or create a practice by giving it a name
      in My Profile.
    </PageAlert>
  )
}
