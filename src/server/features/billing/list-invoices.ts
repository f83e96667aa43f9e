import type { Invoice } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccount } from './account.ts'
import { askProvider } from './ask-provider.ts'

/** Business constants of the billing specification, section 9. */
const pageSize = 10

/** Newest first. Looking is audited. @throws what `openAccount` throws */
export async function listInvoices(
  request: RequestContext,
  { startingAfter }: { startingAfter?: string | undefined },
): Promise<{ items: Invoice[]; hasMore: boolean }> {
  const { customerId } = await openAccount(request, { action: 'billing.invoices_listed' })
  return await askProvider(request, () => request.payments.listInvoices({ customerId, limit: pageSize, startingAfter }))
}
