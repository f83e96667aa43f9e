import { Readable } from 'node:stream'
import type { Invoice, Subscription } from '#shared/contract/billing.ts'
import { type Idempotent, PaymentFailure, type SandboxPayments } from '../port.ts'
import { type Account, currentSubscription } from './account.ts'
import { beginSetup, fillSetup, finishSetup, listCards, removeCard, setDefaultCard } from './cards.ts'
import { readEvent } from './events.ts'
import { renderInvoice } from './invoice-file.ts'
import type { StoredInvoice, StoredSubscription } from './objects.ts'
import { Sandbox, type SandboxConfig } from './sandbox.ts'
import * as subscriptions from './subscriptions.ts'

/** The sandbox as the product's payment provider in test mode. */
export function createSandboxPayments(config: SandboxConfig): SandboxPayments {
  const { clock, eventKey } = config
  const sandbox = new Sandbox(config)

  const withSubscription = (
    name: string,
    input: { customerId: string } & Idempotent,
    work: (account: Account) => Promise<StoredSubscription>,
  ): Promise<Subscription> =>
    sandbox.withAccountOnce(name, input, async (account) => subscriptions.toSubscription(account, await work(account)))

  return {
    kind: 'test',
    publishableKey: null,
    listPlans: async () => [...sandbox.plans],
    createCustomer: (details) => sandbox.createCustomer(details),
    updateCustomer: ({ customerId, email, name }) =>
      sandbox.withAccount(customerId, ({ customer, transaction }) => transaction.update({ ...customer, email, name })),
    startTrial: (input) =>
      withSubscription('startTrial', input, async (account) => {
        await subscriptions.requireNoSubscription(account)
        return subscriptions.startTrial(account, input.priceId, input.days)
      }),
    findSubscription: (customerId) =>
      sandbox.withAccount(customerId, async (account) => {
        const current = await currentSubscription(account)
        return current ? subscriptions.toSubscription(account, current) : null
      }),
    listSubscriptionIds: (customerId) =>
      sandbox.withAccount(customerId, async (account) => {
        const current = await currentSubscription(account)
        return current ? [current.id] : []
      }),
    async subscribe(input) {
      // The sandbox has no checkout page.
      if (input.page) throw new PaymentFailure('billing_no_card')
      await withSubscription('subscribe', input, async (account) => {
        await subscriptions.requireNoSubscription(account)
        return subscriptions.subscribe(account, input.priceId)
      })
      return { url: null }
    },
    previewChange: ({ customerId, priceId }) =>
      sandbox.withAccount(customerId, (account) => subscriptions.previewChange(account, priceId)),
    // A repeated call is the same call, even if another amount is due by then.
    changePlan: ({ dueNow, ...input }) =>
      withSubscription('changePlan', input, (account) => subscriptions.changePlan(account, input.priceId, dueNow)),
    payOpen: (input) =>
      sandbox.withAccountOnce('payOpen', input, async (account) => {
        const { subscription, paid } = await subscriptions.payOpen(account)
        return { subscription: subscriptions.toSubscription(account, subscription), paid }
      }),
    setCancelAtPeriodEnd: (input) =>
      withSubscription('setCancelAtPeriodEnd', input, (account) =>
        subscriptions.setCancelAtPeriodEnd(account, input.cancel),
      ),
    listPaymentMethods: (customerId) => sandbox.withAccount(customerId, listCards),
    beginCardSetup: (input) => sandbox.withAccountOnce('beginCardSetup', input, beginSetup),
    fillCard: ({ customerId, setupId, card }) =>
      sandbox.withAccount(customerId, (account) => fillSetup(account, setupId, card)),
    finishCardSetup: ({ customerId, setupId }) =>
      sandbox.withAccount(customerId, (account) => finishSetup(account, setupId)),
    // Finishing a form attaches the card, and the first card becomes the default.
    ensureDefaultPaymentMethod: async () => {},
    setDefaultPaymentMethod: ({ customerId, paymentMethodId }) =>
      sandbox.withAccount(customerId, (account) => setDefaultCard(account, paymentMethodId)),
    removePaymentMethod: ({ customerId, paymentMethodId }) =>
      sandbox.withAccount(customerId, (account) => removeCard(account, paymentMethodId)),
    listInvoices: ({ customerId, limit, startingAfter }) =>
      sandbox.withAccount(customerId, async (account) => {
        if (startingAfter !== undefined) await requireInvoice(account, startingAfter)
        const { customer, transaction } = account
        const found = await transaction.list('invoice', customer.id, { limit: limit + 1, startingAfter })
        return { items: found.slice(0, limit).map(toInvoice), hasMore: found.length > limit }
      }),
    invoiceFile: ({ customerId, invoiceId }) =>
      sandbox.withAccount(customerId, async (account) => ({
        pdf: Readable.from([renderInvoice(await requireInvoice(account, invoiceId))]),
      })),
    readEvent: (body, signature) => readEvent(eventKey, clock(), body, signature),
    advance: () => sandbox.advance(),
    deliverEvents: (deliver) => sandbox.deliverEvents(deliver),
    close: () => sandbox.close(),
  }
}

async function requireInvoice({ customer, transaction }: Account, id: string): Promise<StoredInvoice> {
  const invoice = await transaction.find('invoice', customer.id, id)
  if (!invoice) throw new PaymentFailure('invoice_missing')
  return invoice
}

function toInvoice({ id, date, description, amount, currency, status, number }: StoredInvoice): Invoice {
  return { id, date, description, amount, currency, status, number, hasFile: true }
}
