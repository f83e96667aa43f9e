import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import { query } from '#web/api/client.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { failureText } from '../list/load-error.tsx'

/** An immediate change of a member, with its success and failure texts. */
type MemberChange = { done: string; failing: string; send: () => Promise<AdminOrganizationDetails> }

/** Applies the change, shows the updated organization and keeps the failure text. */
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
