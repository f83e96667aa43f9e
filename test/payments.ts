import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { roleUrls } from '#server/db/roles.ts'
import type { Payments, TestPayments } from '#server/providers/payments/port.ts'
import { createTestPayments } from '#server/providers/payments/sandbox/payments.ts'
import { noSuffix, templateName, testSecret } from './postgres.ts'

/** A payment provider with somebody before its form for cards. */
export interface PaymentsDesk {
  payments: Payments
  /** Fills in the form for a card, as a person does in the browser. @throws Error when the card is refused. */
  fillCard(customerId: string, setupId: string, number: string): Promise<void>
  /** What the provider would deliver to the webhook since the last look. */
  deliveries(): Promise<{ body: Buffer; signature: string }[]>
  close(): Promise<void>
}

export interface TestPaymentsDesk extends PaymentsDesk {
  payments: TestPayments
  /** The same provider as another process has it. */
  another: TestPayments
  setNow(now: string): void
  /** Everything that the provider keeps, as text. */
  dump(): Promise<string>
}

/** The built-in provider on a database of its own, with a clock that stands still. */
export async function openTestPayments(now = '2026-03-10T12:00:00Z'): Promise<TestPaymentsDesk> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  const databaseUrl = new URL(adminUrl)
  databaseUrl.pathname = `/${name}`
  let clock = new Date(now)
  const config = {
    databaseUrl: roleUrls(databaseUrl.href, testSecret, noSuffix).app_payments,
    clock: () => clock,
    eventKey: randomBytes(32),
  }
  const payments = createTestPayments(config)
  const another = createTestPayments(config)
  return {
    payments,
    another,
    async fillCard(customerId, setupId, number) {
      const cvc = number.length === 15 ? '1234' : '123'
      const card = { number, expMonth: 12, expYear: 2034, cvc, isConfirmed: true }
      await payments.fillCard({ customerId, setupId, card })
    },
    async deliveries() {
      const delivered: { body: Buffer; signature: string }[] = []
      while ((await payments.deliverEvents(async (event) => void delivered.push(event))) > 0);
      return delivered
    },
    setNow: (moment) => void (clock = new Date(moment)),
    async dump() {
      const client = new pg.Client({ connectionString: databaseUrl.href })
      await client.connect()
      const { rows } = await client.query(
        'select data::text from test_payments.objects union all select request || answer::text from test_payments.answers',
      )
      await client.end()
      return JSON.stringify(rows)
    },
    async close() {
      await Promise.all([payments.close(), another.close()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** A new customer, with a card for each of the numbers; the first one is the default. */
export async function newCustomer(desk: PaymentsDesk, ...numbers: string[]): Promise<string> {
  const { customerId } = await desk.payments.createCustomer({
    organizationId: randomUUID(),
    email: 'owner@example.test',
    name: 'Northside Clinic',
    ...onceMore(),
  })
  for (const number of numbers) await addCard(desk, customerId, number)
  return customerId
}

/** Adds a card from the beginning of its form to the end. */
export async function addCard(desk: PaymentsDesk, customerId: string, number: string): Promise<void> {
  const { id: setupId } = await desk.payments.beginCardSetup({ customerId, ...onceMore() })
  await desk.fillCard(customerId, setupId, number)
  await desk.payments.finishCardSetup({ customerId, setupId })
}

/** A key that no other call has. */
export function onceMore(): { idempotencyKey: string } {
  return { idempotencyKey: randomUUID() }
}

/** Card numbers by what becomes of them. */
export const cards = { good: '4242424242424242', other: '5555555555554444', failsLater: '4000000000000341' } as const
