import { Readable } from 'node:stream'
import type { Invoice } from '#shared/contract/billing.ts'
import { type Once, PaymentFailure, type TestPayments } from '../port.ts'
import { type Account, currentSubscription, tell } from './account.ts'
import { advanceCustomer } from './advance.ts'
import { beginSetup, fillSetup, finishSetup, listCards, removeCard, setDefaultCard } from './cards.ts'
import { catalog } from './catalog.ts'
import { readEvent, signEvent } from './events.ts'
import { writeInvoice } from './invoice-file.ts'
import type { Customer, StoredInvoice } from './objects.ts'
import { newId, type Rows, Store } from './store.ts'
import * as subscriptions from './subscriptions.ts'

export interface TestPaymentsConfig {
  /** As app_payments. */
  databaseUrl: string
  clock: () => Date
  /** Signs events. */
  eventKey: Buffer
}

/** How many events are delivered at a time. */
const handful = 100

/** How long a key is known: as with Stripe, at least a day. */
const keepKeysMs = 2 * 86_400_000

/** The built-in provider: no money moves. Every call is one transaction that holds the customer. */
export function createTestPayments({ databaseUrl, clock, eventKey }: TestPaymentsConfig): TestPayments {
  const store = new Store(databaseUrl)

  /** A customer whom nobody else changes meanwhile. */
  async function hold(rows: Rows, customerId: string): Promise<Account> {
    return { customer: await rows.lock(customerId), rows, now: clock() }
  }

  /** The same, when what is due by now has happened, whether or not `advance` came by. */
  async function open(rows: Rows, customerId: string): Promise<Account> {
    const account = await hold(rows, customerId)
    await advanceCustomer(account)
    return account
  }

  function withAccount<T>(customerId: string, work: (account: Account) => Promise<T>): Promise<T> {
    return store.transaction(async (rows) => work(await open(rows, customerId)))
  }

  const called = (name: string, wish: Once) => ({
    key: wish.idempotencyKey,
    request: JSON.stringify([name, wish]),
    at: clock(),
  })

  /** The same, once for its key. */
  function once<T>(
    name: string,
    wish: { customerId: string } & Once,
    work: (account: Account) => Promise<T>,
  ): Promise<T> {
    return store.transaction((rows) =>
      rows.once(called(name, wish), async () => work(await open(rows, wish.customerId))),
    )
  }

  return {
    kind: 'test',
    publishableKey: null,
    listPlans: async () => [...catalog],
    createCustomer: (details) =>
      store.transaction((rows) =>
        rows.once(called('createCustomer', details), async () => {
          const { organizationId, email, name } = details
          const id = newId('customer')
          const customer: Customer = {
            id,
            organizationId,
            email,
            name,
            defaultCardId: null,
            credit: 0,
            invoiceCount: 0,
          }
          await rows.add('customer', id, customer)
          await tell({ customer, rows, now: clock() }, 'customer.created')
          return { customerId: id }
        }),
      ),
    startTrial: (trial) =>
      once('startTrial', trial, (account) => subscriptions.startTrial(account, trial.priceId, trial.days)),
    findSubscription: (customerId) =>
      withAccount(customerId, async (account) => {
        const current = await currentSubscription(account)
        return current ? subscriptions.showSubscription(current) : null
      }),
    listSubscriptionIds: (customerId) =>
      withAccount(customerId, async (account) => {
        const current = await currentSubscription(account)
        return current ? [current.id] : []
      }),
    async subscribe(wish) {
      // There is no page here.
      if (wish.page) throw new PaymentFailure('billing_no_card')
      await once('subscribe', wish, (account) => subscriptions.subscribe(account, wish.priceId))
      return { url: null }
    },
    previewChange: ({ customerId, priceId }) =>
      withAccount(customerId, (account) => subscriptions.previewChange(account, priceId)),
    changePlan: (wish) => once('changePlan', wish, (account) => subscriptions.changePlan(account, wish.priceId)),
    payOpen: (wish) => once('payOpen', wish, subscriptions.payOpen),
    setCancelAtPeriodEnd: (wish) =>
      once('setCancelAtPeriodEnd', wish, (account) => subscriptions.setCancelAtPeriodEnd(account, wish.cancel)),
    listPaymentMethods: (customerId) => withAccount(customerId, listCards),
    beginCardSetup: (wish) => once('beginCardSetup', wish, beginSetup),
    fillCard: ({ customerId, setupId, card }) =>
      withAccount(customerId, (account) => fillSetup(account, setupId, card)),
    finishCardSetup: ({ customerId, setupId }) => withAccount(customerId, (account) => finishSetup(account, setupId)),
    // A card is kept when its form is finished, and the first one pays from then on.
    settleDefaultPaymentMethod: async () => {},
    setDefaultPaymentMethod: ({ customerId, paymentMethodId }) =>
      withAccount(customerId, (account) => setDefaultCard(account, paymentMethodId)),
    removePaymentMethod: ({ customerId, paymentMethodId }) =>
      withAccount(customerId, (account) => removeCard(account, paymentMethodId)),
    listInvoices: ({ customerId, limit, startingAfter }) =>
      withAccount(customerId, async ({ customer, rows }) => {
        if (startingAfter !== undefined && !(await rows.find('invoice', customer.id, startingAfter)))
          throw new PaymentFailure('invoice_missing')
        const found = await rows.list('invoice', customer.id, { limit: limit + 1, startingAfter })
        return { items: found.slice(0, limit).map(showInvoice), hasMore: found.length > limit }
      }),
    invoiceFile: ({ customerId, invoiceId }) =>
      withAccount(customerId, async ({ customer, rows }) => {
        const invoice = await rows.find('invoice', customer.id, invoiceId)
        if (!invoice) throw new PaymentFailure('invoice_missing')
        return { pdf: Readable.from(await writeInvoice(invoice)) }
      }),
    readEvent: (body, signature) => readEvent(eventKey, clock(), body, signature),
    async advance() {
      const advanced: string[] = []
      await store.transaction((rows) => rows.forgetAnswers(new Date(clock().getTime() - keepKeysMs)))
      for (const customerId of await store.transaction((rows) => rows.due(clock()))) {
        const happened = await store.transaction(async (rows) => advanceCustomer(await hold(rows, customerId)))
        if (happened) advanced.push(customerId)
      }
      return advanced
    },
    deliverEvents: (deliver) =>
      store.transaction(async (rows) => {
        const held = await rows.holdEvents(handful)
        for (const delivery of held) {
          await deliver(signEvent(eventKey, clock(), delivery))
          await rows.remove(delivery.event.id)
        }
        return held.length
      }),
    close: () => store.close(),
  }
}

function showInvoice({ id, date, description, amount, currency, status, number }: StoredInvoice): Invoice {
  return { id, date, description, amount, currency, status, number, hasFile: true }
}
