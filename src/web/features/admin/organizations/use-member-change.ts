import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { query } from '#web/api/client.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { failureText } from '../list/load-error.tsx'

/** A change of a member that is sent at once, with its texts for success and failure. */
type MemberChange = { done: string; failing: string; send: () => Promise<AdminOrganizationDetails> }

/** Sends the change and shows the updated organization, or the failure. */
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
