import type { Invoice } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { openAccountUnlessDemo } from './account.ts'
import { callProvider } from './call-provider.ts'
import { demoInvoices } from './demo-billing.ts'

/** Page size of spec admin §9. */
const pageSize = 10

/** Lists a page of the invoices, newest first, and audits the read. @throws what `openAccountUnlessDemo` throws */
export async function listInvoices(
  request: RequestContext,
  { startingAfter }: { startingAfter?: string | undefined },
): Promise<{ items: Invoice[]; hasMore: boolean }> {
  const account = await openAccountUnlessDemo(request, { action: 'billing.invoices_listed' })
  if (account === null) return { items: demoInvoices(request.clock()), hasMore: false }
  const { customerId } = account
  return await callProvider(request, account.organizationId, () =>
    request.payments.listInvoices({ customerId, limit: pageSize, startingAfter }),
  )
}
