import type { PaymentMethod } from '#shared/contract/billing.ts'
import type { AuditEvent } from '#server/audit.ts'
import type { RequestContext } from '#server/context.ts'
import { type Account, auditBilling, changeAccount } from './account.ts'

type Event = Pick<AuditEvent, 'action' | 'details'>

/** Changes a customer's cards, and answers those that are there afterwards. @throws what `changeAccount` throws */
export function changeCards(
  request: RequestContext,
  events: { asked: Event; done: Event },
  change: (account: Account) => Promise<void>,
): Promise<{ items: PaymentMethod[] }> {
  return changeAccount(
    request,
    events.asked,
    async (account) => {
      await change(account)
      return { account, items: await request.payments.listPaymentMethods(account.customerId) }
    },
    async (context, { account, items }) => {
      await auditBilling(context, account.organizationId, events.done)
      return { items }
    },
  )
}
