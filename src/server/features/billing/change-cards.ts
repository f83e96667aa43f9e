import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { type Account, auditBilling } from './account.ts'
import { changeAccount } from './change-account.ts'

/**
 * Changes a customer's cards, and answers those that are there afterwards. Its events say of which card, by the provider's id.
 * @param subject what the change is named by; `ask` answers the card's id @throws what `changeAccount` throws
 */
export function changeCards(
  request: RequestContext,
  events: { asked: string; done: string; subject: { setupId: string } | { paymentMethodId: string } },
  ask: (account: Account) => Promise<string>,
): Promise<{ items: PaymentMethod[] }> {
  const { asked, done, subject } = events
  return changeAccount(
    request,
    {
      call: `${asked} ${Object.values(subject).join('')}`,
      asked: { action: asked, details: subject },
      ask: async (account) => {
        const paymentMethodId = await ask(account)
        return { account, paymentMethodId, items: await request.payments.listPaymentMethods(account.customerId) }
      },
    },
    async (context, { account, paymentMethodId, items }) => {
      await auditBilling(context, account.organizationId, { action: done, details: { paymentMethodId } })
      return { items }
    },
  )
}
