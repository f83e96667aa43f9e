import type { BillingState } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'
import { getState } from './get-state.ts'
import { readCustomer } from './read-customer.ts'
import { keepOwnReading } from './store.ts'

/** For whoever comes back from the provider's page, sooner than its event: reads what there is. @throws what `openAccount` throws */
export async function refreshState(request: RequestContext): Promise<BillingState> {
  const { organizationId, customerId } = await openAccount(request, null)
  const reading = await askProvider(request, () => readCustomer(request, customerId))
  return await asCaller(
    request,
    async (context) => {
      await keepOwnReading(context.db, organizationId, reading)
      return await getState(context)
    },
    undefined,
  )
}
