import type { Plan } from '#shared/contract/billing.ts'
import type { CustomerDetails, Idempotent } from '../port.ts'
import { type Account, emitEvent } from './account.ts'
import { advanceCustomer } from './advance.ts'
import { catalog } from './catalog.ts'
import { signEvent } from './events.ts'
import type { Customer } from './objects.ts'
import { newId, Store, type Transaction } from './store.ts'

export interface SandboxConfig {
  /** The database as the role app_payments. */
  databaseUrl: string
  clock: () => Date
  /** Signs events. */
  eventKey: Buffer
  plans?: readonly Plan[]
}

const deliveryBatch = 100

/** Stripe stores idempotency keys for at least a day. */
const keepKeysMs = 2 * 86_400_000

/**
 * A small payment provider that moves no money. `payments.ts` exposes it as the built-in test mode, and tests put Stripe's HTTP API
 * in front of it. Each call is one transaction that locks one customer.
 */
export class Sandbox {
  readonly #store: Store
  readonly #clock: () => Date
  readonly #eventKey: Buffer
  readonly plans: readonly Plan[]

  constructor({ databaseUrl, clock, eventKey, plans = catalog }: SandboxConfig) {
    this.#store = new Store(databaseUrl)
    this.#clock = clock
    this.#eventKey = eventKey
    this.plans = plans
  }

  /** Locks the customer, applies everything due by now, then runs the work. @throws customer_missing */
  withAccount<T>(customerId: string, work: (account: Account) => Promise<T>): Promise<T> {
    return this.#store.transaction(async (transaction) => work(await this.#open(transaction, customerId)))
  }

  /** Like `withAccount`, but runs the work only once for each idempotency key. */
  withAccountOnce<T>(
    name: string,
    input: { customerId: string } & Idempotent,
    work: (account: Account) => Promise<T>,
  ): Promise<T> {
    return this.#once(name, input, async (transaction) => work(await this.#open(transaction, input.customerId)))
  }

  createCustomer(details: CustomerDetails & Idempotent): Promise<{ customerId: string }> {
    return this.#once('createCustomer', details, async (transaction) => {
      const { organizationId, email, name } = details
      const id = newId('customer')
      const customer: Customer = { id, organizationId, email, name, defaultCardId: null, credit: 0, invoiceCount: 0 }
      await transaction.insert('customer', id, customer)
      await emitEvent(this.#account(transaction, customer), 'customer.created')
      return { customerId: id }
    })
  }

  /** Applies everything due to all customers. Returns the ids of those that changed. */
  async advance(): Promise<string[]> {
    const changed: string[] = []
    const oldest = new Date(this.#clock().getTime() - keepKeysMs)
    await this.#store.transaction((transaction) => transaction.deleteKeys(oldest))
    for (const customerId of await this.#store.transaction((transaction) => transaction.listDue(this.#clock()))) {
      const hasChanged = await this.#store.transaction(async (transaction) =>
        advanceCustomer(this.#account(transaction, await transaction.lock(customerId))),
      )
      if (hasChanged) changed.push(customerId)
    }
    return changed
  }

  /** Delivers a batch of pending events and returns how many. If `deliver` rejects, all of them stay pending. */
  deliverEvents(deliver: (event: { body: Buffer; signature: string }) => Promise<void>): Promise<number> {
    return this.#store.transaction(async (transaction) => {
      const pending = await transaction.lockEvents(deliveryBatch)
      for (const delivery of pending) {
        await deliver(signEvent(this.#eventKey, this.#clock(), delivery))
        await transaction.delete(delivery.event.id)
      }
      return pending.length
    })
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  async #open(transaction: Transaction, customerId: string): Promise<Account> {
    const account = this.#account(transaction, await transaction.lock(customerId))
    await advanceCustomer(account)
    return account
  }

  #account(transaction: Transaction, customer: Customer): Account {
    return { customer, transaction, now: this.#clock(), plans: this.plans }
  }

  #once<T>(name: string, input: Idempotent, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const call = { key: input.idempotencyKey, request: JSON.stringify([name, input]), at: this.#clock() }
    return this.#store.transaction((transaction) => transaction.withIdempotency(call, () => work(transaction)))
  }
}
