import { Readable } from 'node:stream'
import type { Payments } from '../port.ts'
import { beginSetup, finishSetup, listCards, removeCard, setDefaultCard, settleDefaultCard } from './cards.ts'
import { listPlans } from './catalog.ts'
import { changePlan, payOpen, previewChange, setCancelAtPeriodEnd, startTrial, subscribe } from './changes.ts'
import { type ClientSettings, createClient } from './client.ts'
import { createCustomer } from './customers.ts'
import { readEvent } from './events.ts'
import { listInvoices, readInvoiceFile } from './invoices.ts'
import { describe, findRunning, listRunning } from './subscriptions.ts'

export interface StripeConfig extends ClientSettings {
  publishableKey: string
  webhookSecret: string
  clock: () => Date
}

/** Stripe takes the money. Cards go from the browser to Stripe and never come by here. */
export function createStripePayments({ publishableKey, webhookSecret, clock, ...settings }: StripeConfig): Payments {
  const client = createClient(settings)
  return {
    kind: 'stripe',
    publishableKey,
    listPlans: () => listPlans(client),
    createCustomer: (details) => createCustomer(client, details),
    startTrial: (trial) => startTrial(client, trial),
    async findSubscription(customerId) {
      const running = await findRunning(client, customerId)
      return running && (await describe(client, running))
    },
    listSubscriptionIds: async (customerId) => (await listRunning(client, customerId)).map(({ id }) => id),
    subscribe: (wish) => subscribe(client, wish),
    previewChange: (wish) => previewChange(client, wish, clock()),
    changePlan: (wish) => changePlan(client, wish, clock()),
    payOpen: (wish) => payOpen(client, wish),
    setCancelAtPeriodEnd: (wish) => setCancelAtPeriodEnd(client, wish),
    listPaymentMethods: (customerId) => listCards(client, customerId),
    beginCardSetup: (wish) => beginSetup(client, wish),
    finishCardSetup: ({ customerId, setupId }) => finishSetup(client, customerId, setupId),
    settleDefaultPaymentMethod: (customerId) => settleDefaultCard(client, customerId),
    setDefaultPaymentMethod: ({ customerId, paymentMethodId }) => setDefaultCard(client, customerId, paymentMethodId),
    removePaymentMethod: ({ customerId, paymentMethodId }) => removeCard(client, customerId, paymentMethodId),
    listInvoices: (wish) => listInvoices(client, wish),
    invoiceFile: async ({ customerId, invoiceId }) => {
      const place = { timeoutMs: settings.timeoutMs, isLocal: settings.apiBase !== undefined }
      const file = await readInvoiceFile(client, { customerId, invoiceId, ...place })
      return { pdf: Readable.from([file]) }
    },
    readEvent: (body, signature) => readEvent(client, { body, signature, secret: webhookSecret, now: clock() }),
    close: async () => {},
  }
}
