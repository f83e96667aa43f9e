import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCard, cards, newCustomer, onceMore, openTestPayments, type TestPaymentsDesk } from '#test/payments.ts'
import { catalog } from './catalog.ts'

let desk: TestPaymentsDesk
const [basic = '', professional = '', enterprise = ''] = catalog.map((plan) => plan.priceId)

beforeAll(async () => {
  desk = await openTestPayments()
})
afterAll(() => desk.close())

async function trial(...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(desk, ...numbers)
  await desk.payments.startTrial({ customerId, priceId: professional, days: 7, ...onceMore() })
  return customerId
}

async function subscribed(priceId: string, ...numbers: string[]): Promise<string> {
  const customerId = await newCustomer(desk, ...numbers)
  await desk.payments.subscribe({ customerId, priceId, ...onceMore() })
  return customerId
}

/** What is there at a moment, newest invoice first. */
async function at(now: string, customerId: string) {
  desk.setNow(now)
  await desk.payments.advance()
  const subscription = await desk.payments.findSubscription(customerId)
  const { items } = await desk.payments.listInvoices({ customerId, limit: 20 })
  const invoices = items.map(({ amount, status, date }) => `${amount} ${status} ${date.slice(0, 10)}`)
  return { status: subscription?.status ?? 'none', ends: subscription?.currentPeriodEnd.slice(0, 10), invoices }
}

async function payWith(last4: string, customerId: string): Promise<void> {
  const card = (await desk.payments.listPaymentMethods(customerId)).find((one) => one.card.last4 === last4)
  await desk.payments.setDefaultPaymentMethod({ customerId, paymentMethodId: card?.id ?? '' })
}

describe('a trial ends', () => {
  test('without a card: canceled, and nothing is owed', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial()
    expect(await at('2026-03-17T11:59:59Z', customerId)).toMatchObject({ status: 'trialing' })
    expect(await at('2026-03-17T12:00:00Z', customerId)).toEqual({ status: 'none', ends: undefined, invoices: [] })
  })

  test('with a card: paid, and active for a month from there', async () => {
    desk.setNow('2026-03-24T12:00:00Z')
    const customerId = await trial(cards.good)
    expect(await at('2026-03-31T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-04-30',
      invoices: ['6900 paid 2026-03-31'],
    })
    expect((await at('2026-04-30T12:00:00Z', customerId)).ends).toBe('2026-05-31')
  })

  test('with a card that is declined: it stays, and the money is asked for again', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial(cards.failsLater)
    expect(await at('2026-03-17T12:00:00Z', customerId)).toMatchObject({ status: 'past_due', ends: '2026-04-17' })
  })

  test('canceled before its end: it ends, and nothing is charged', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await trial(cards.good)
    await desk.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...onceMore() })
    expect(await at('2026-03-17T12:00:00Z', customerId)).toMatchObject({ status: 'none', invoices: [] })
    const again = { customerId, priceId: basic, ...onceMore() }
    await desk.payments.subscribe(again)
    expect(await at('2026-03-18T12:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-04-17' })
  })
})

describe('a period', () => {
  test('renews on the day of the first, also where months are shorter', async () => {
    desk.setNow('2026-01-31T08:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    expect(await at('2026-02-28T08:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-03-31' })
    expect(await at('2026-03-31T08:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-04-30' })
  })

  test('that nobody saw is caught up with, each invoice at its own time', async () => {
    desk.setNow('2026-01-31T08:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    const later = await at('2026-05-01T00:00:00Z', customerId)
    expect(later).toMatchObject({ status: 'active', ends: '2026-05-31' })
    expect(later.invoices).toEqual(['04-30', '03-31', '02-28', '01-31'].map((date) => `2900 paid 2026-${date}`))
  })

  test('ends with what was canceled', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    await desk.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...onceMore() })
    expect(await at('2026-04-10T11:59:00Z', customerId)).toMatchObject({ status: 'active' })
    expect(await at('2026-04-10T12:00:00Z', customerId)).toMatchObject({ status: 'none' })
    const wish = { customerId, cancel: false, ...onceMore() }
    await expect(desk.payments.setCancelAtPeriodEnd(wish)).rejects.toMatchObject({ code: 'subscription_missing' })
  })

  test('has renewed when it is looked at, also before anybody saw to it', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    desk.setNow('2026-04-10T12:00:00Z')
    expect(await desk.payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...onceMore() })).toMatchObject({
      status: 'active',
      currentPeriodEnd: '2026-05-10T12:00:00.000Z',
    })
    expect((await desk.payments.listInvoices({ customerId, limit: 5 })).items).toHaveLength(2)
  })

  test('renews once, however many processes see to it', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    desk.setNow('2026-04-10T12:00:00Z')
    const both = [desk.payments, desk.another]
    const advanced = await Promise.all([...both, ...both, ...both].map((payments) => payments.advance()))
    expect(advanced.flat().filter((id) => id === customerId)).toHaveLength(1)
    expect((await at('2026-04-10T12:00:00Z', customerId)).invoices).toHaveLength(2)
  })
})

describe('what was not paid', () => {
  async function pastDue(): Promise<string> {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await subscribed(basic, cards.good, cards.failsLater)
    await payWith('0341', customerId)
    expect(await at('2026-04-10T12:00:00Z', customerId)).toEqual({
      status: 'past_due',
      ends: '2026-05-10',
      invoices: ['2900 failed 2026-04-10', '2900 paid 2026-03-10'],
    })
    return customerId
  }

  test('is tried again after 3 days, thrice, and given up then', async () => {
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

  test('is paid by another card at the next try', async () => {
    const customerId = await pastDue()
    await payWith('4242', customerId)
    expect(await at('2026-04-13T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-05-10',
      invoices: ['2900 paid 2026-04-10', '2900 paid 2026-03-10'],
    })
    expect(await at('2026-05-10T12:00:00Z', customerId)).toMatchObject({ status: 'active', ends: '2026-06-10' })
  })

  test('is paid at once when somebody says so, and not twice', async () => {
    const customerId = await pastDue()
    const pay = (key = onceMore()) => desk.payments.payOpen({ customerId, ...key })
    await expect(pay()).rejects.toMatchObject({ code: 'card_declined' })
    await payWith('4242', customerId)
    const key = onceMore()
    for (const wish of [key, key, onceMore()]) expect(await pay(wish)).toMatchObject({ status: 'active' })
    expect(await at('2026-04-13T12:00:00Z', customerId)).toEqual({
      status: 'active',
      ends: '2026-05-10',
      invoices: ['2900 paid 2026-04-10', '2900 paid 2026-03-10'],
    })
  })

  test('is collected before the plan changes', async () => {
    const customerId = await pastDue()
    const change = () => desk.payments.changePlan({ customerId, priceId: enterprise, ...onceMore() })
    await expect(change()).rejects.toMatchObject({ code: 'card_declined' })
    expect(await at('2026-04-10T12:00:00Z', customerId)).toMatchObject({ status: 'past_due' })
    await payWith('4242', customerId)
    expect(await desk.payments.previewChange({ customerId, priceId: enterprise })).toMatchObject({
      proration: { netAmount: 12_000 },
      unpaidAmount: 2900,
      dueNow: 14_900,
    })
    expect(await change()).toMatchObject({ status: 'active', amount: 14_900 })
    expect((await at('2026-04-10T12:00:00Z', customerId)).invoices).toEqual([
      '12000 paid 2026-04-10',
      '2900 paid 2026-04-10',
      '2900 paid 2026-03-10',
    ])
  })

  test('is not forgiven by changing to a cheaper plan', async () => {
    desk.setNow('2026-03-10T12:00:00Z')
    const customerId = await subscribed(enterprise, cards.good, cards.failsLater)
    await payWith('0341', customerId)
    await at('2026-04-10T12:00:00Z', customerId)
    expect(await desk.payments.previewChange({ customerId, priceId: basic })).toMatchObject({
      proration: { netAmount: -12_000 },
      unpaidAmount: 14_900,
      dueNow: 14_900,
    })
    const change = desk.payments.changePlan({ customerId, priceId: basic, ...onceMore() })
    await expect(change).rejects.toMatchObject({ code: 'card_declined' })
    expect(await desk.payments.findSubscription(customerId)).toMatchObject({ status: 'past_due', amount: 14_900 })
  })

  test('because its card has run out', async () => {
    desk.setNow('2034-12-10T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    expect(await at('2035-01-10T12:00:00Z', customerId)).toMatchObject({ status: 'past_due' })
  })
})

describe('money that is left', () => {
  test('by a cheaper plan goes to the next invoices', async () => {
    desk.setNow('2026-04-01T12:00:00Z')
    const customerId = await subscribed(enterprise, cards.good)
    desk.setNow('2026-04-16T12:00:00Z')
    const preview = await desk.payments.previewChange({ customerId, priceId: basic })
    expect(preview).toMatchObject({
      proration: { creditAmount: -7450, chargeAmount: 1450, netAmount: -6000, daysRemaining: 15, totalDaysInCycle: 30 },
      nextInvoice: { amount: 0, periodStart: '2026-05-01T12:00:00.000Z' },
    })
    await desk.payments.changePlan({ customerId, priceId: basic, ...onceMore() })
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

  test('is not made by changing to and fro', async () => {
    desk.setNow('2026-04-01T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    desk.setNow('2026-04-16T12:00:00Z')
    for (const priceId of [enterprise, basic, enterprise, basic])
      await desk.payments.changePlan({ customerId, priceId, ...onceMore() })
    const { invoices } = await at('2026-06-01T12:00:00Z', customerId)
    const total = invoices.reduce((sum, invoice) => sum + Number.parseInt(invoice, 10), 0)
    // The first change cost 7450 - 1450. Those 6000 were given back, and have paid for two more months.
    expect(total).toBe(2900 + 6000)
  })
})

describe('two processes at once', () => {
  test('change the plan one after the other, and each change is paid for by itself', async () => {
    desk.setNow('2026-04-01T12:00:00Z')
    const customerId = await subscribed(basic, cards.good)
    const change = (payments: typeof desk.payments, priceId: string) =>
      payments.changePlan({ customerId, priceId, ...onceMore() })
    await Promise.all([change(desk.payments, professional), change(desk.another, enterprise)])
    const { items } = await desk.payments.listInvoices({ customerId, limit: 20 })
    const paid = items.reduce((sum, invoice) => sum + invoice.amount, 0)
    const final = await desk.payments.findSubscription(customerId)
    // All on the first day: whatever came last, the whole of the dearest plan was paid and the rest is credit.
    expect([6900, 14_900]).toContain(final?.amount)
    expect(paid).toBe(14_900)
  })

  test('do what a key stands for once', async () => {
    const customerId = await newCustomer(desk, cards.good)
    const wish = { customerId, priceId: basic, ...onceMore() }
    const both = [desk.payments, desk.another]
    await Promise.all([...both, ...both, ...both, ...both].map((payments) => payments.subscribe(wish)))
    expect((await desk.payments.listInvoices({ customerId, limit: 20 })).items).toHaveLength(1)
    const other = desk.payments.subscribe({ ...wish, priceId: enterprise })
    await expect(other).rejects.toMatchObject({ code: 'payment_processing' })
  })

  test('leave one card to pay with, when each takes one away', async () => {
    const customerId = await subscribed(basic, cards.good)
    await addCard(desk, customerId, cards.other)
    const [one, other] = await desk.payments.listPaymentMethods(customerId)
    const outcomes = await Promise.allSettled([
      desk.payments.removePaymentMethod({ customerId, paymentMethodId: one?.id ?? '' }),
      desk.another.removePaymentMethod({ customerId, paymentMethodId: other?.id ?? '' }),
    ])
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await desk.payments.listPaymentMethods(customerId)).toMatchObject([{ isDefault: true }])
  })

  test('begin one subscription, whoever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const customerId = await newCustomer(desk, cards.good)
      const begin = (payments: typeof desk.payments) =>
        payments.subscribe({ customerId, priceId: basic, ...onceMore() })
      const outcomes = await Promise.allSettled([1, 2, 3, 4].flatMap(() => [begin(desk.payments), begin(desk.another)]))
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      expect((await desk.payments.listInvoices({ customerId, limit: 20 })).items).toHaveLength(1)
    }
  })

  test('deliver each event once, and again what could not be delivered', async () => {
    await desk.deliveries()
    await Promise.all(Array.from({ length: 8 }, () => newCustomer(desk)))
    const lost = desk.payments.deliverEvents(() => Promise.reject(new Error('The receiver is down')))
    await expect(lost).rejects.toThrow('The receiver is down')
    const ids: (string | undefined)[] = []
    let others = -1
    await desk.payments.deliverEvents(async ({ body, signature }) => {
      ids.push(desk.payments.readEvent(body, signature)?.id)
      if (others === -1) others = await desk.another.deliverEvents(() => Promise.reject(new Error('Delivered twice')))
    })
    expect([ids.length, new Set(ids).size, others]).toEqual([8, 8, 0])
    expect(await desk.deliveries()).toEqual([])
  })
})
