import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { roleUrls } from '#server/db/roles.ts'
import { PaymentFailure, type Payments, type SandboxPayments } from '#server/providers/payments/port.ts'
import { createSandboxPayments } from '#server/providers/payments/sandbox/payments.ts'
import { noSuffix, templateName, testSecret } from './postgres.ts'

/** A payment provider, and a user who completes its card form. */
export interface PaymentsHarness {
  payments: Payments
  setNow(now: string): void
  /** Completes the card form, as a user does in the browser. @throws Error when the card is refused */
  fillCard(customerId: string, setupId: string, number: string): Promise<void>
  /** Returns and removes the events pending for the webhook. */
  deliveries(): Promise<Delivery[]>
  close(): Promise<void>
}

export interface SandboxHarness extends PaymentsHarness {
  payments: SandboxPayments
  /** A second instance of the provider on the same data, as in another process. */
  another: SandboxPayments
  /** All stored data as text. */
  dump(): Promise<string>
}

export interface Delivery {
  body: Buffer
  signature: string
}

/** The sandbox on a database of its own. The clock is fixed. */
export async function openSandbox(start = '2026-03-10T12:00:00Z'): Promise<SandboxHarness> {
  let now = new Date(start)
  const database = await createPaymentsDatabase()
  const config = { databaseUrl: database.url, clock: () => now, eventKey: randomBytes(32) }
  const payments = createSandboxPayments(config)
  const another = createSandboxPayments(config)
  return {
    payments,
    another,
    async fillCard(customerId, setupId, number) {
      const cvc = number.length === 15 ? '1234' : '123'
      const card = { number, expMonth: 12, expYear: 2034, cvc, isConfirmed: true }
      await payments.fillCard({ customerId, setupId, card })
    },
    deliveries: () => pendingDeliveries(payments),
    setNow: (at) => void (now = new Date(at)),
    async dump() {
      const client = new pg.Client({ connectionString: database.ownerUrl })
      await client.connect()
      const { rows } = await client.query(
        'select data::text from test_payments.objects union all select request || answer::text from test_payments.answers',
      )
      await client.end()
      return JSON.stringify(rows)
    },
    async close() {
      await Promise.all([payments.close(), another.close()])
      await database.drop()
    },
  }
}

/** A new database: `url` connects as app_payments, `ownerUrl` as a superuser, who bypasses every policy. */
export async function createPaymentsDatabase(): Promise<{ url: string; ownerUrl: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName} strategy file_copy`)
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`
  return {
    url: roleUrls(databaseUrl.href, testSecret, noSuffix).app_payments,
    ownerUrl: databaseUrl.href,
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Returns and removes all pending events. */
export async function pendingDeliveries(sandbox: Pick<SandboxPayments, 'deliverEvents'>): Promise<Delivery[]> {
  const delivered: Delivery[] = []
  while ((await sandbox.deliverEvents(async (event) => void delivered.push(event))) > 0);
  return delivered
}

/** Creates a customer with a card per number. The first card is the default. */
export async function newCustomer(harness: PaymentsHarness, ...numbers: string[]): Promise<string> {
  const { customerId } = await harness.payments.createCustomer({
    organizationId: randomUUID(),
    email: `${randomUUID()}@example.test`,
    name: 'Northside Clinic',
    ...newKey(),
  })
  for (const number of numbers) await addCard(harness, customerId, number)
  return customerId
}

/** Creates a customer who subscribes to a plan with the first of these cards, by default a good one. */
export async function newSubscriber(harness: PaymentsHarness, planId: string, ...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(harness, ...(numbers.length > 0 ? numbers : [cards.good]))
  await harness.payments.subscribe({ customerId, priceId: await priceAt(harness.payments, planId), ...newKey() })
  return customerId
}

/** Adds a card through the whole form. */
export async function addCard(harness: PaymentsHarness, customerId: string, number: string): Promise<void> {
  const { id: setupId } = await harness.payments.beginCardSetup({ customerId, ...newKey() })
  await harness.fillCard(customerId, setupId, number)
  await harness.payments.finishCardSetup({ customerId, setupId })
}

/** Makes the card with these last four digits the default. */
export async function payWith(payments: Payments, customerId: string, last4: string): Promise<void> {
  const card = (await payments.listPaymentMethods(customerId)).find((one) => one.card.last4 === last4)
  await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: card?.id ?? '' })
}

export async function priceAt(payments: Payments, planId: string): Promise<string> {
  const plan = (await payments.listPlans()).find(({ id }) => id === planId)
  if (!plan) throw new Error(`There is no plan ${planId}.`)
  return plan.priceId
}

/** The `PaymentFailure` that a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<PaymentFailure> {
  const failure = await call.then(
    () => new Error('The call succeeded.'),
    (error: unknown) => error,
  )
  if (!(failure instanceof PaymentFailure)) throw failure
  return failure
}

/** A new idempotency key. */
export function newKey(): { idempotencyKey: string } {
  return { idempotencyKey: randomUUID() }
}

/** Card numbers by outcome. */
export const cards = { good: '4242424242424242', other: '5555555555554444', failsLater: '4000000000000341' } as const
