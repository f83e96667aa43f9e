import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { type BillingAccount, auditBilling } from './account.ts'
import { changeWithLease } from './change-with-lease.ts'

/**
 * Changes a customer's cards and returns the resulting list. The audit events name the card by the provider's id.
 * `subject` identifies the change. `run` returns the card's id.
 * @throws what `changeWithLease` throws
 */
export function changeCards(
  request: RequestContext,
  events: { requested: string; done: string; subject: { setupId: string } | { paymentMethodId: string } },
  run: (account: BillingAccount) => Promise<string>,
): Promise<{ items: PaymentMethod[] }> {
  const { requested, done, subject } = events
  return changeWithLease(
    request,
    {
      call: `${requested} ${Object.values(subject).join('')}`,
      requested: { action: requested, details: subject },
      run: async (account) => {
        const paymentMethodId = await run(account)
        return { account, paymentMethodId, items: await request.payments.listPaymentMethods(account.customerId) }
      },
    },
    async (context, { account, paymentMethodId, items }) => {
      auditBilling(context, account.organizationId, { action: done, details: { paymentMethodId } })
      return { items }
    },
  )
}
