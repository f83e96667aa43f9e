import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Stripe } from 'stripe'
import { createPool } from '#server/postgres/connection.ts'
import type { Plan } from '#shared/contract/billing.ts'
import type { Account } from '#server/providers/payments/sandbox/account.ts'
import { attachCard, detachCard, fillSetup } from '#server/providers/payments/sandbox/cards.ts'
import { Sandbox } from '#server/providers/payments/sandbox/sandbox.ts'
import { startTrial, subscribe } from '#server/providers/payments/sandbox/subscriptions.ts'
import { invalid, missing } from './errors.ts'
import type { Part } from './part.ts'

export const keys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
}

/** A product of the Stripe account, with the fields that the sandbox's plan lacks. */
export interface Product {
  plan: Plan
  metadata: Stripe.Metadata
}

export interface Checkout {
  id: string
  url: string
  status: 'open' | 'complete' | 'expired'
  customer: string
  price: string
  metadata: Stripe.Metadata
  subscriptionMetadata: Stripe.Metadata
  successUrl: string
}

type Overridable = Stripe.Subscription | Stripe.Invoice | Stripe.Product | Stripe.Price | Stripe.SetupIntent

/**
 * A Stripe account on top of the sandbox, which keeps customers, cards, subscriptions and invoices. This class adds what the
 * sandbox does not have: the product catalog, checkout pages, and fields that only Stripe has.
 */
export class StripeAccount {
  readonly sandbox: Sandbox
  readonly products: Product[] = []
  readonly checkouts = new Map<string, Checkout>()
  /** Customers deleted at Stripe: they can still be read, and their lists are empty. */
  readonly deletedCustomers = new Set<string>()
  /** Where invoice files are downloaded. */
  fileBase = ''
  readonly clock: () => Date
  readonly #plans: Plan[] = []
  readonly #overrides = new Map<string, object>()
  readonly #pool: pg.Pool

  constructor(databaseUrl: string, clock: () => Date) {
    const eventKey = Buffer.from(keys.webhookSecret)
    this.clock = clock
    this.sandbox = new Sandbox({ databaseUrl, clock, eventKey, plans: this.#plans })
    this.#pool = createPool(databaseUrl, { max: 2, pipeline: false })
  }

  /** Adds a product with one price. */
  addProduct(
    name: string,
    price: number,
    about: { metadata?: Stripe.Metadata; features?: string[]; interval?: 'month' | 'year' } = {},
  ): Plan {
    const { metadata = {}, features = [], interval = 'month' } = about
    const ids = { id: name, productId: `prod_${randomUUID()}`, priceId: `price_${randomUUID()}` }
    const plan = { ...ids, name, price, currency: 'usd', interval, sessions: null, features, isPopular: false }
    this.#plans.push(plan)
    this.products.push({ plan, metadata })
    return plan
  }

  /** Restores the three plans, and deletes overrides and checkout pages. */
  reset() {
    for (const list of [this.#plans, this.products]) list.length = 0
    this.#overrides.clear()
    this.checkouts.clear()
    this.addProduct('Basic', 2900, { metadata: { sessions: '20' } })
    this.addProduct('Enterprise', 14_900)
    this.addProduct('For professionals', 6900, {
      metadata: { plan_id: 'professional', sessions: '80', popular: 'true' },
      features: ['80 sessions a month', 'All note types'],
    })
  }

  /** Sets fields of an object in every later response, e.g. states that the sandbox never reaches. */
  override(id: string, fields: Part<Overridable>) {
    this.#overrides.set(id, { ...this.#overrides.get(id), ...fields })
  }

  withOverrides<T extends { id?: string }>(object: T): T {
    return { ...object, ...this.#overrides.get(object.id ?? '') }
  }

  planOf(priceId: string): Plan {
    const plan = this.#plans.find((one) => one.priceId === priceId)
    if (!plan) throw missing(priceId, 'price')
    return plan
  }

  /** Runs the work on the customer that owns the object. */
  async withOwner<T>(id: string, work: (account: Account) => Promise<T>): Promise<T> {
    const { rows } = await this.#pool.query<{ customer_id: string }>(
      'select customer_id from test_payments.objects where id = $1',
      [id],
    )
    if (!rows[0]) throw missing(id)
    return await this.sandbox.withAccount(rows[0].customer_id, work)
  }

  async customerIds(email: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `select id from test_payments.objects where kind = 'customer' and data->>'email' = $1 order by seq desc`,
      [email],
    )
    return rows.map(({ id }) => id)
  }

  /** Completes Stripe's card form in the browser, including the bank's second step. */
  fillForm(setupId: string, number: string): Promise<string> {
    const card = { number, expMonth: 12, expYear: 2034, cvc: number.length === 15 ? '1234' : '123', isConfirmed: true }
    return this.withOwner(setupId, async (account) => {
      await fillSetup(account, setupId, card)
      return (await attachCard(account, setupId)).id
    })
  }

  /** Pays on Stripe's checkout page. The card becomes the subscription's own, not the customer's default. */
  async payOnPage(url: string, number: string): Promise<void> {
    const checkout = [...this.checkouts.values()].find((one) => one.url === url && one.status === 'open')
    if (!checkout) throw invalid('This page is not open any more.')
    const { customer, price, subscriptionMetadata } = checkout
    checkout.status = 'complete'
    const setupId = await this.sandbox.withAccount(customer, async (account) => {
      const id = `seti_${randomUUID()}`
      await account.transaction.insert('setup', customer, { id, status: 'empty', card: null })
      return id
    })
    const cardId = await this.fillForm(setupId, number)
    const subscription = await this.sandbox.withAccount(customer, async (account) => {
      const { defaultCardId } = account.customer
      account.customer.defaultCardId = cardId
      const subscribed = await subscribe(account, price)
      account.customer.defaultCardId = defaultCardId
      await account.transaction.update(account.customer)
      return subscribed
    })
    this.override(subscription.id, { default_payment_method: cardId, metadata: subscriptionMetadata })
  }

  /** Starts a trial at Stripe, without our adapter. Returns the id of the subscription. */
  addTrial(customerId: string, priceId: string): Promise<string> {
    return this.sandbox.withAccount(customerId, async (account) => (await startTrial(account, priceId, 3)).id)
  }

  /** Removes a card at Stripe, without our adapter. */
  detach(cardId: string): Promise<void> {
    return this.withOwner(cardId, (account) => detachCard(account, cardId))
  }

  /** @param balance below 0 is credit, above 0 is owed */
  setBalance(customerId: string, balance: number): Promise<void> {
    return this.sandbox.withAccount(customerId, async ({ customer, transaction }) => {
      await transaction.update({ ...customer, credit: -balance })
    })
  }

  balanceOf(customerId: string): Promise<number> {
    return this.sandbox.withAccount(customerId, async ({ customer }) => 0 - customer.credit)
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    await this.#pool.end()
  }
}
