import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { query } from '#web/api/client.ts'
import { showSuccess } from '#web/ui/toast.ts'
import { failureText } from '../list/load-error.tsx'

/** Something that is done at once with a member, and what is said when it was. */
type MemberChange = { done: string; failing: string; send: () => Promise<AdminOrganizationDetails> }

/** Does it, shows the organization as it stands then, and keeps the sentence to show when it failed. */
export function useMemberChange(organizationId: string) {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: ({ send }: MemberChange) => send(),
    onSuccess: async (organization, { done }) => {
      cache.setQueryData(query.admin.getOrganization.queryKey({ input: { organizationId } }), organization)
      showSuccess(done)
      await cache.invalidateQueries({ queryKey: query.admin.listOrganizations.key() })
      await cache.invalidateQueries({ queryKey: query.admin.listUsers.key() })
    },
  })
  return {
    begin: (wanted: MemberChange) => {
      if (!change.isPending) change.mutate(wanted)
    },
    isPending: change.isPending,
    failure: change.isError ? failureText(change.variables.failing, change.error) : null,
  }
}
