import { Readable } from 'node:stream'
import type { Payments } from '../port.ts'
import { beginSetup, finishSetup, listCards, removeCard, setDefaultCard, ensureDefaultCard } from './cards.ts'
import { listPlans } from './catalog.ts'
import { changePlan, payOpen, setCancelAtPeriodEnd, startTrial, subscribe } from './changes.ts'
import { type ClientSettings, createClient } from './client.ts'
import { createCustomer, updateCustomer } from './customers.ts'
import { readEvent } from './events.ts'
import { listInvoices, readInvoiceFile } from './invoices.ts'
import { previewChange } from './preview-change.ts'
import { findCurrent, listCurrent, toSubscription } from './subscriptions.ts'

export interface StripeConfig extends ClientSettings {
  publishableKey: string
  webhookSecret: string
  clock: () => Date
}

/** Payments through Stripe. Card data goes from the browser to Stripe and never reaches this server. */
export function createStripePayments({ publishableKey, webhookSecret, clock, ...settings }: StripeConfig): Payments {
  const client = createClient(settings)
  return {
    kind: 'stripe',
    publishableKey,
    listPlans: () => listPlans(client),
    createCustomer: (details) => createCustomer(client, details),
    updateCustomer: (input) => updateCustomer(client, input),
    startTrial: (input) => startTrial(client, input),
    async findSubscription(customerId) {
      const current = await findCurrent(client, customerId)
      return current && (await toSubscription(client, current))
    },
    listSubscriptionIds: async (customerId) => (await listCurrent(client, customerId)).map(({ id }) => id),
    subscribe: (input) => subscribe(client, input),
    previewChange: (input) => previewChange(client, input, clock()),
    changePlan: (input) => changePlan(client, input, clock()),
    payOpen: (input) => payOpen(client, input),
    setCancelAtPeriodEnd: (input) => setCancelAtPeriodEnd(client, input),
    listPaymentMethods: (customerId) => listCards(client, customerId),
    beginCardSetup: (input) => beginSetup(client, input),
    finishCardSetup: ({ customerId, setupId }) => finishSetup(client, customerId, setupId),
    ensureDefaultPaymentMethod: (customerId) => ensureDefaultCard(client, customerId),
    setDefaultPaymentMethod: ({ customerId, paymentMethodId }) => setDefaultCard(client, customerId, paymentMethodId),
    removePaymentMethod: ({ customerId, paymentMethodId }) => removeCard(client, customerId, paymentMethodId),
    listInvoices: (input) => listInvoices(client, input),
    invoiceFile: async ({ customerId, invoiceId }) => {
      const place = { timeoutMs: settings.timeoutMs, isLocal: settings.apiBase !== undefined }
      const file = await readInvoiceFile(client, { customerId, invoiceId, ...place })
      return { pdf: Readable.from([file]) }
    },
    readEvent: (body, signature) => readEvent(client, { body, signature, secret: webhookSecret, now: clock() }),
    close: async () => {},
  }
}
