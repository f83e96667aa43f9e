import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addCard,
  cards,
  newCustomer,
  newKey,
  newSubscriber,
  openSandbox,
  payWith,
  type SandboxHarness,
} from '#test/payments.ts'
import { catalog } from './catalog.ts'

let harness: SandboxHarness
const [basic = '', professional = '', enterprise = ''] = catalog.map((plan) => plan.priceId)

beforeAll(async () => {
  harness = await openSandbox()
})
afterAll(() => harness.close())

async function trial(...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(harness, ...numbers)
  await harness.payments.startTrial({ customerId, priceId: professional, days: 7, ...newKey() })
  return customerId
}

/** Subscription and invoices at a time, newest invoice first. */
async function at(now: string, customerId: string) {
  harness.setNow(now)
  await harness.payments.advance()
  const subscription = await harness.payments.findSubscription(customerId)
  const { items } = await harness.payments.listInvoices({ customerId, limit: 20 })
  const invoices = items.map(({ amount, status, date }) => `${amount} ${status} ${date.slice(0, 10)}`)
  return { status: subscription?.status ?? 'none', ends: subscription?.currentPeriodEnd.slice(0, 10), invoices }
}

describe('the end of a trial', () => {
  test('the end of a trial cancels the subscription without a card, and nothing is owed', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial()
    expect(await at('2026-03-17T11:59:59Z', customerId)).toMatchObject({ status: 'trialing' })
    expect(await at('2026-03-17T12:00:00Z', customerId)).toEqual({ status: 'none', ends: undefined, invoices: [] })
  })

  test('the end of a trial charges the card, and the subscription is active for a month', async () => {
    harness.setNow('2026-03-24T12:00:00Z')
    const customerId = await trial(cards.good)
    expect(await at('2026-03-31T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-04-30',
      invoices: ['6900 paid 2026-03-31'],
    })
    expect((await at('2026-04-30T12:00:00Z', customerId)).ends).toBe('2026-05-31')
  })

  test('the end of a trial leaves the subscription past due when the card is declined', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial(cards.failsLater)
    expect(await at('2026-03-17T12:00:00Z', customerId)).toMatchObject({ status: 'past_due', ends: '2026-04-17' })
  })

  test('the end of a trial charges nothing for a canceled trial', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial(cards.good)
    await harness.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...newKey() })
    expect(await at('2026-03-17T12:00:00Z', customerId)).toMatchObject({ status: 'none', invoices: [] })
    const input = { customerId, priceId: basic, ...newKey() }
    await harness.payments.subscribe(input)
    expect(await at('2026-03-18T12:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-04-17' })
  })
})

describe('billing periods of the sandbox', () => {
  test('periods renew on the same day of the month, or on its last day', async () => {
    harness.setNow('2026-01-31T08:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    expect(await at('2026-02-28T08:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-03-31' })
    expect(await at('2026-03-31T08:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-04-30' })
  })

  test('periods that have passed are invoiced later, each invoice with its own date', async () => {
    harness.setNow('2026-01-31T08:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    const later = await at('2026-05-01T00:00:00Z', customerId)
    expect(later).toMatchObject({ status: 'active', ends: '2026-05-31' })
    expect(later.invoices).toEqual(['04-30', '03-31', '02-28', '01-31'].map((date) => `2900 paid 2026-${date}`))
  })

  test('a canceled subscription ends with its period', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    await harness.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...newKey() })
    expect(await at('2026-04-10T11:59:00Z', customerId)).toMatchObject({ status: 'active' })
    expect(await at('2026-04-10T12:00:00Z', customerId)).toMatchObject({ status: 'none' })
    const input = { customerId, cancel: false, ...newKey() }
    await expect(harness.payments.setCancelAtPeriodEnd(input)).rejects.toMatchObject({ code: 'subscription_missing' })
  })

  test('periods renew on access, even before advance runs', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    harness.setNow('2026-04-10T12:00:00Z')
    expect(await harness.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...newKey() })).toMatchObject({
      status: 'active',
      currentPeriodEnd: '2026-05-10T12:00:00.000Z',
    })
    expect((await harness.payments.listInvoices({ customerId, limit: 5 })).items).toHaveLength(2)
  })

  test('periods renew once when several processes advance at the same time', async () => {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    harness.setNow('2026-04-10T12:00:00Z')
    const both = [harness.payments, harness.another]
    const advanced = await Promise.all([...both, ...both, ...both].map((payments) => payments.advance()))
    expect(advanced.flat().filter((id) => id === customerId)).toHaveLength(1)
    expect((await at('2026-04-10T12:00:00Z', customerId)).invoices).toHaveLength(2)
  })
})

describe('an unpaid renewal', () => {
  async function pastDue(): Promise<string> {
    harness.setNow('2026-03-10T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good, cards.failsLater)
    await payWith(harness.payments, customerId, '0341')
    expect(await at('2026-04-10T12:00:00Z', customerId)).toEqual({
      status: 'past_due',
      ends: '2026-05-10',
      invoices: ['2900 failed 2026-04-10', '2900 paid 2026-03-10'],
    })
    return customerId
  }

  test('an unpaid renewal is retried every 3 days and cancels the subscription after 3 retries', async () => {
    const customerId = await pastDue()
    expect(await at('2026-04-13T12:00:00Z', customerId)).toMatchObject({ status: 'past_due' })
    expect(await at('2026-04-16T12:00:00Z', customerId)).toMatchObject({ status: 'past_due' })
    expect(await at('2026-04-19T11:59:00Z', customerId)).toMatchObject({ status: 'past_due' })
    expect(await at('2026-04-19T12:00:00Z', customerId)).toEqual({
      status: 'none',
      ends: undefined,
      invoices: ['2900 failed 2026-04-10', '2900 paid 2026-03-10'],
    })
  })

  test('an unpaid renewal is charged to another card at the next retry', async () => {
    const customerId = await pastDue()
    await payWith(harness.payments, customerId, '4242')
    expect(await at('2026-04-13T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-05-10',
      invoices: ['2900 paid 2026-04-10', '2900 paid 2026-03-10'],
    })
    expect(await at('2026-05-10T12:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-06-10' })
  })

  test('an unpaid renewal is charged immediately by payOpen, and only once', async () => {
    const customerId = await pastDue()
    const pay = (key = newKey()) => harness.payments.payOpen({ customerId, ...key })
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' })
    await payWith(harness.payments, customerId, '4242')
    const key = newKey()
    for (const input of [key, key, newKey()])
      expect((await pay(input)).subscription).toMatchObject({ status: 'active' })
    expect(await at('2026-04-13T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-05-10',
      invoices: ['2900 paid 2026-04-10', '2900 paid 2026-03-10'],
    })
  })

  test('a renewal with an expired card stays unpaid', async () => {
    harness.setNow('2034-12-10T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    expect(await at('2035-01-10T12:00:00Z', customerId)).toMatchObject({ status: 'past_due' })
  })
})

describe('credit of a plan change', () => {
  test('credit from a cheaper plan pays the next invoices', async () => {
    harness.setNow('2026-04-01T12:00:00Z')
    const customerId = await newSubscriber(harness, 'enterprise', cards.good)
    harness.setNow('2026-04-16T12:00:00Z')
    const preview = await harness.payments.previewChange({ customerId, priceId: basic })
    expect(preview).toMatchObject({
      proration: { creditAmount: -7450, chargeAmount: 1450, netAmount: -6000, daysRemaining: 15, totalDaysInCycle: 30 },
      nextInvoice: { amount: 0, periodStart: '2026-05-01T12:00:00.000Z' },
    })
    await harness.payments.changePlan({ customerId, priceId: basic, ...newKey() })
    expect(await at('2026-07-01T12:00:00Z', customerId)).toMatchObject({
      status: 'active',
      invoices: [
        // 2900 + 2900 + 200 of the 6000 are used.
        '2700 paid 2026-07-01',
        '0 paid 2026-06-01',
        '0 paid 2026-05-01',
        '0 paid 2026-04-16',
        '14900 paid 2026-04-01',
      ],
    })
  })

  test('switching plans back and forth creates no credit', async () => {
    harness.setNow('2026-04-01T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    harness.setNow('2026-04-16T12:00:00Z')
    for (const priceId of [enterprise, basic, enterprise, basic])
      await harness.payments.changePlan({ customerId, priceId, ...newKey() })
    const { invoices } = await at('2026-06-01T12:00:00Z', customerId)
    const total = invoices.reduce((sum, invoice) => sum + Number.parseInt(invoice, 10), 0)
    // The first change cost 7450 - 1450. Those 6000 were credited later and paid for two more months.
    expect(total).toBe(2900 + 6000)
  })
})

describe('two processes at the same time', () => {
  test('two processes change the plan one after the other, and each change is charged', async () => {
    harness.setNow('2026-04-01T12:00:00Z')
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    const change = (payments: typeof harness.payments, priceId: string) =>
      payments.changePlan({ customerId, priceId, ...newKey() })
    await Promise.all([change(harness.payments, professional), change(harness.another, enterprise)])
    const { items } = await harness.payments.listInvoices({ customerId, limit: 20 })
    const paid = items.reduce((sum, invoice) => sum + invoice.amount, 0)
    const final = await harness.payments.findSubscription(customerId)
    // All on the first day. In either order, the full price of the most expensive plan was paid, and the rest is
    // credit.
    expect([6900, 14_900]).toContain(final?.amount)
    expect(paid).toBe(14_900)
  })

  test('two processes apply a call once per idempotency key', async () => {
    const customerId = await newCustomer(harness, cards.good)
    const input = { customerId, priceId: basic, ...newKey() }
    const both = [harness.payments, harness.another]
    await Promise.all([...both, ...both, ...both, ...both].map((payments) => payments.subscribe(input)))
    expect((await harness.payments.listInvoices({ customerId, limit: 20 })).items).toHaveLength(1)
    const other = harness.payments.subscribe({ ...input, priceId: enterprise })
    await expect(other).rejects.toMatchObject({ code: 'payment_processing' })
  })

  test('two processes keep one card when each removes another', async () => {
    const customerId = await newSubscriber(harness, 'basic', cards.good)
    await addCard(harness, customerId, cards.other)
    const [one, other] = await harness.payments.listPaymentMethods(customerId)
    const outcomes = await Promise.allSettled([
      harness.payments.removePaymentMethod({ customerId, paymentMethodId: one?.id ?? '' }),
      harness.another.removePaymentMethod({ customerId, paymentMethodId: other?.id ?? '' }),
    ])
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await harness.payments.listPaymentMethods(customerId)).toMatchObject([{ isDefault: true }])
  })

  test('two processes create one subscription', async () => {
    for (let round = 0; round < 5; round++) {
      const customerId = await newCustomer(harness, cards.good)
      const subscribe = (payments: typeof harness.payments) =>
        payments.subscribe({ customerId, priceId: basic, ...newKey() })
      const outcomes = await Promise.allSettled(
        [1, 2, 3, 4].flatMap(() => [subscribe(harness.payments), subscribe(harness.another)]),
      )
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      expect((await harness.payments.listInvoices({ customerId, limit: 20 })).items).toHaveLength(1)
    }
  })

  test('two processes deliver each event once, and repeat a failed delivery', async () => {
    await harness.deliveries()
    await Promise.all(Array.from({ length: 8 }, () => newCustomer(harness)))
    const failed = harness.payments.deliverEvents(() => Promise.reject(new Error('The receiver is down')))
    await expect(failed).rejects.toThrow('The receiver is down')
    const ids: (string | undefined)[] = []
    let others = -1
    await harness.payments.deliverEvents(async ({ body, signature }) => {
      ids.push(harness.payments.readEvent(body, signature)?.id)
      if (others === -1)
        others = await harness.another.deliverEvents(() => Promise.reject(new Error('Delivered twice')))
    })
    expect([ids.length, new Set(ids).size, others]).toEqual([8, 8, 0])
    expect(await harness.deliveries()).toEqual([])
  })
})
