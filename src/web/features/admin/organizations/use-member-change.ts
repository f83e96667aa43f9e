import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
  memberId: string
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

/** Sends changes one after the other, and shows the updated organization, or the failure of the last one that failed. */
export function useMemberChange(organizationId: string, { onDone, onMissing }: Listeners = {}) {
  const cache = useQueryClient()
  const queryKey = query.admin.getOrganization.queryKey({ input: { organizationId } })
  const [failed, setFailed] = useState<{ change: MemberChange; error: Error } | null>(null)
  const sending = useSingleMutation({
    // In parallel, an earlier response could replace a later one.
    scope: { id: `members of ${organizationId}` },
    mutationFn: ({ send }: MemberChange) => send(),
    onSuccess: async (organization, { done }) => {
      showResult(cache, queryKey, organization)
      onDone?.()
      showSuccess(done)
      await cache.invalidateQueries({ queryKey: query.admin.listOrganizations.key() })
      await cache.invalidateQueries({ queryKey: query.admin.listUsers.key() })
    },
    onError: (error, change) => {
      setFailed({ change, error })
      if (readError(error).code !== 'member_missing') return
      onMissing?.()
      void cache.invalidateQueries({ queryKey })
    },
  })
  return {
    begin: (change: MemberChange) => {
      setFailed(null)
      sending.mutate(change)
    },
    isPending: sending.isPending,
    clearFailure: () => setFailed(null),
    may: failed?.change.may,
    reason: failed && readError(failed.error),
    failure: failed && failureText(failed.change.failing, failed.error),
  }
}
