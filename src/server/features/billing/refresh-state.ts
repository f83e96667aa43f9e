import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { openAccount } from './account.ts'
import { callProvider } from './call-provider.ts'
import { getState } from './get-state.ts'
import { takeSnapshot } from './take-snapshot.ts'
import { saveOwnSnapshot } from './store.ts'

/**
 * Reads the state at once, because a user may return from the checkout page before the webhook arrives.
 * @throws what `openAccount` throws
 */
export async function refreshState(request: RequestContext): Promise<BillingState> {
  const { organizationId, customerId } = await openAccount(request, null)
  const snapshot = await callProvider(request, organizationId, () => takeSnapshot(request, customerId))
  return await asCaller(
    request,
    async (context) => {
      await saveOwnSnapshot(context.db, organizationId, snapshot)
      return await getState(context)
    },
    undefined,
  )
}
