import { useQueryClient } from '@tanstack/react-query'
import type { AdminOrganizationDetails } from '#shared/contract/admin-organizations.ts'
import type { RemovalPermissions } from '#shared/contract/members.ts'
import { query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { failureText } from '../list/load-error.tsx'

/** A change of a member that is sent without a form, with its texts for success and failure. */
type MemberChange = {
  done: string
  failing: string
  /** Flags of a removal that the user confirmed. */
  may?: Partial<RemovalPermissions>
  send: () => Promise<AdminOrganizationDetails>
}

type Listeners = {
  onDone?: () => void
  /** Called if the member was removed meanwhile. */
  onMissing?: () => void
}

/** Sends the change and shows the updated organization, or the failure. */
export function useMemberChange(organizationId: string, { onDone, onMissing }: Listeners = {}) {
  const cache = useQueryClient()
  const queryKey = query.admin.getOrganization.queryKey({ input: { organizationId } })
  const change = useSingleMutation({
    mutationFn: ({ send }: MemberChange) => send(),
    onSuccess: async (organization, { done }) => {
      showResult(cache, queryKey, organization)
      onDone?.()
      showSuccess(done)
      await cache.invalidateQueries({ queryKey: query.admin.listOrganizations.key() })
      await cache.invalidateQueries({ queryKey: query.admin.listUsers.key() })
    },
    onError: (error) => {
      if (readError(error).code !== 'member_missing') return
      onMissing?.()
      void cache.invalidateQueries({ queryKey })
    },
  })
  return {
    begin: change.mutate,
    isPending: change.isPending,
    reset: change.reset,
    may: change.variables?.may,
    reason: change.isError ? readError(change.error) : null,
    failure: change.isError ? failureText(change.variables.failing, change.error) : null,
  }
}
