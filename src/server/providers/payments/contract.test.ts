// In one file, long as it is: one contract, which every adapter keeps as a whole.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCard, cards, newCustomer, onceMore, openTestPayments, type PaymentsDesk } from '#test/payments.ts'
import { openStripePayments } from '#test/stripe/desk.ts'
import type { Payments } from './port.ts'

const desks: [name: string, open: () => Promise<PaymentsDesk>][] = [
  ['the built-in provider', openTestPayments],
  ['Stripe', openStripePayments],
]

/** What every adapter keeps. */
describe.each(desks)('%s', (_, open) => {
  let desk: PaymentsDesk
  let payments: Payments
  let basic: string
  let professional: string
  let enterprise: string

  beforeAll(async () => {
    desk = await open()
    payments = desk.payments
    const plans = await payments.listPlans()
    const priceOf = (id: string) => plans.find((plan) => plan.id === id)?.priceId ?? ''
    basic = priceOf('basic')
    professional = priceOf('professional')
    enterprise = priceOf('enterprise')
  })
  afterAll(() => desk.close())

  const trial = (customerId: string, priceId = professional) =>
    payments.startTrial({ customerId, priceId, days: 7, ...onceMore() })
  const subscribe = (customerId: string, priceId: string, once = onceMore()) =>
    payments.subscribe({ customerId, priceId, ...once })
  const invoicesOf = async (customerId: string) => (await payments.listInvoices({ customerId, limit: 50 })).items
  const idsOfCards = async (customerId: string) => (await payments.listPaymentMethods(customerId)).map(({ id }) => id)
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? error,
    )

  describe('plans', () => {
    test('come cheapest first, with amounts in the smallest unit', async () => {
      const plans = await payments.listPlans()
      expect(plans.map(({ id, price, sessions }) => [id, price, sessions])).toEqual([
        ['basic', 2900, 20],
        ['professional', 6900, 80],
        ['enterprise', 14_900, null],
      ])
      expect(plans.filter((plan) => plan.isPopular).map((plan) => plan.id)).toEqual(['professional'])
    })
  })

  describe('a customer', () => {
    test('is made once for a key', async () => {
      const details = { organizationId: randomUUID(), email: 'a@example.test', name: 'A', ...onceMore() }
      const made = await Promise.all([1, 2, 3].map(() => payments.createCustomer(details)))
      expect(new Set(made.map((one) => one.customerId)).size).toBe(1)
      const other = await payments.createCustomer({ ...details, organizationId: randomUUID(), ...onceMore() })
      expect(other.customerId).not.toBe(made[0]?.customerId)
    })

    test('whom the provider does not know is missing', async () => {
      const customerId = 'cus_of_another_provider'
      const outcomes = await Promise.all(
        [
          payments.findSubscription(customerId),
          payments.listPaymentMethods(customerId),
          payments.listInvoices({ customerId, limit: 10 }),
          payments.previewChange({ customerId, priceId: basic }),
          payments.beginCardSetup({ customerId, ...onceMore() }),
          trial(customerId),
          subscribe(customerId, basic),
        ].map(outcome),
      )
      expect(new Set(outcomes)).toEqual(new Set(['customer_missing']))
    })

    test('begins with nothing', async () => {
      const customerId = await newCustomer(desk)
      expect(await payments.findSubscription(customerId)).toBeNull()
      expect(await payments.listPaymentMethods(customerId)).toEqual([])
      expect(await payments.listInvoices({ customerId, limit: 10 })).toEqual({ items: [], hasMore: false })
    })
  })

  describe('a trial', () => {
    test('needs no card, and lasts its days', async () => {
      const customerId = await newCustomer(desk)
      const begun = await trial(customerId)
      expect(begun).toMatchObject({ status: 'trialing', priceId: professional, amount: 6900, cancelAtPeriodEnd: false })
      expect(begun.trialEnd).not.toBeNull()
      expect(Date.parse(begun.trialEnd ?? '') - Date.parse(begun.currentPeriodStart)).toBe(7 * 86_400_000)
      expect(begun.currentPeriodEnd).toBe(begun.trialEnd)
      expect(await payments.findSubscription(customerId)).toEqual(begun)
    })

    test('begins once for a key, and not beside another subscription', async () => {
      const customerId = await newCustomer(desk)
      const wish = { customerId, priceId: professional, days: 7, ...onceMore() }
      const begun = await Promise.all([1, 2, 3].map(() => payments.startTrial(wish)))
      expect(new Set(begun.map((one) => one.id)).size).toBe(1)
      expect(await outcome(trial(customerId))).toBe('subscription_exists')
    })

    test('keeps its end when the plan changes, which costs nothing', async () => {
      const customerId = await newCustomer(desk)
      const { trialEnd } = await trial(customerId)
      const preview = await payments.previewChange({ customerId, priceId: enterprise })
      expect(preview.proration).toMatchObject({ creditAmount: 0, chargeAmount: 0, netAmount: 0 })
      expect(preview).toMatchObject({ dueNow: 0, nextInvoice: { amount: 14_900, periodStart: trialEnd }, endsAt: null })
      const changed = await payments.changePlan({ customerId, priceId: enterprise, ...onceMore() })
      expect(changed).toMatchObject({ status: 'trialing', priceId: enterprise, trialEnd })
      expect((await invoicesOf(customerId)).filter((invoice) => invoice.amount !== 0)).toEqual([])
    })
  })

  describe('a subscription', () => {
    test('without a card is refused', async () => {
      const customerId = await newCustomer(desk)
      expect(await outcome(subscribe(customerId, basic))).toBe('billing_no_card')
      expect(await payments.findSubscription(customerId)).toBeNull()
      expect(await payments.listSubscriptionIds(customerId)).toEqual([])
    })

    test('on a page of the provider never charges the card there is', async () => {
      const customerId = await newCustomer(desk, cards.good)
      const page = { successUrl: 'https://attend.example.test/a', cancelUrl: 'https://attend.example.test/b' }
      const answer = await payments.subscribe({ customerId, priceId: basic, page, ...onceMore() }).then(
        ({ url }) => url,
        (error: { code: string }) => error.code,
      )
      expect(answer).toMatch(/^(billing_no_card$|https?:)/)
      expect([await payments.findSubscription(customerId), await invoicesOf(customerId)]).toEqual([null, []])
    })

    test('is paid with the default card at once, once for a key', async () => {
      const customerId = await newCustomer(desk, cards.good)
      const once = onceMore()
      const answers = await Promise.all([1, 2, 3].map(() => subscribe(customerId, basic, once)))
      expect(answers).toEqual([{ url: null }, { url: null }, { url: null }])
      expect(await payments.findSubscription(customerId)).toMatchObject({
        status: 'active',
        priceId: basic,
        trialEnd: null,
      })
      expect(await invoicesOf(customerId)).toMatchObject([{ amount: 2900, currency: 'usd', status: 'paid' }])
      expect(await payments.listSubscriptionIds(customerId)).toHaveLength(1)
      expect(await outcome(subscribe(customerId, basic))).toBe('subscription_exists')
      expect(await invoicesOf(customerId)).toHaveLength(1)
    })

    test('does not begin when the card is declined', async () => {
      const customerId = await newCustomer(desk, cards.failsLater)
      expect(await outcome(subscribe(customerId, basic))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toBeNull()
    })

    test('of a plan that is not offered does not begin', async () => {
      const customerId = await newCustomer(desk, cards.good)
      expect(await outcome(subscribe(customerId, 'price_of_nothing'))).toBe('plan_missing')
      expect(await outcome(trial(customerId, 'price_of_nothing'))).toBe('plan_missing')
    })
  })

  describe('a change of plan', () => {
    test('costs what its preview says', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const preview = await payments.previewChange({ customerId, priceId: professional })
      const { creditAmount, chargeAmount, netAmount } = preview.proration
      expect(preview).toMatchObject({ currentPlan: { amount: 2900 }, newPlan: { amount: 6900 }, currency: 'usd' })
      expect(creditAmount).toBeLessThanOrEqual(0)
      expect(netAmount).toBe(creditAmount + chargeAmount)
      const changed = await payments.changePlan({ customerId, priceId: professional, ...onceMore() })
      expect(changed).toMatchObject({ status: 'active', priceId: professional, amount: 6900 })
      expect(preview.nextInvoice?.periodStart).toBe(changed.currentPeriodEnd)
      const [newest, first] = await invoicesOf(customerId)
      expect(newest).toMatchObject({ amount: netAmount, status: 'paid' })
      expect(preview).toMatchObject({ dueNow: netAmount, creditUsed: 0, unpaidAmount: 0 })
      expect(first).toMatchObject({ amount: 2900 })
    })

    test('is paid with credit first, which its preview says, and its invoice', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, enterprise)
      const expected = [
        [basic, { proration: { netAmount: -12_000 }, creditKept: 12_000, dueNow: 0, nextInvoice: { amount: 0 } }],
        [professional, { proration: { netAmount: 4000 }, creditUsed: -4000, dueNow: 0, nextInvoice: { amount: 0 } }],
        [enterprise, { proration: { netAmount: 8000 }, creditUsed: -8000, dueNow: 0, nextInvoice: { amount: 14_900 } }],
        [basic, { creditUsed: 0, creditKept: 12_000, dueNow: 0 }],
      ] as const
      for (const [priceId, said] of expected) {
        expect(await payments.previewChange({ customerId, priceId })).toMatchObject(said)
        await payments.changePlan({ customerId, priceId, ...onceMore() })
      }
      const shown = (await invoicesOf(customerId)).map(({ amount, status }) => [amount, status])
      expect(shown).toEqual([...Array.from({ length: 4 }, () => [0, 'paid']), [14_900, 'paid']])
    })

    test('is paid with a part of credit', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, professional)
      await payments.changePlan({ customerId, priceId: basic, ...onceMore() })
      const preview = await payments.previewChange({ customerId, priceId: enterprise })
      expect(preview).toMatchObject({ proration: { netAmount: 12_000 }, creditUsed: -4000, dueNow: 8000 })
      await payments.changePlan({ customerId, priceId: enterprise, ...onceMore() })
      expect((await invoicesOf(customerId))[0]).toMatchObject({ amount: 8000, status: 'paid' })
    })

    test('of what is to end leads to no further invoice', async () => {
      const ends = [await newCustomer(desk, cards.good), await newCustomer(desk)] as const
      await subscribe(ends[0], basic)
      await trial(ends[1])
      for (const customerId of ends) {
        await payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...onceMore() })
        const preview = await payments.previewChange({ customerId, priceId: enterprise })
        const changed = await payments.changePlan({ customerId, priceId: enterprise, ...onceMore() })
        expect(preview).toMatchObject({ nextInvoice: null, endsAt: changed.currentPeriodEnd })
        expect(changed.cancelAtPeriodEnd).toBe(true)
      }
    })

    test('happens once for a key, however often it is asked for', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const wish = { customerId, priceId: enterprise, ...onceMore() }
      await Promise.all(Array.from({ length: 5 }, () => payments.changePlan(wish)))
      await payments.changePlan(wish)
      expect(await invoicesOf(customerId)).toHaveLength(2)
    })

    test('that is declined changes nothing', async () => {
      const customerId = await newCustomer(desk, cards.good, cards.failsLater)
      await subscribe(customerId, basic)
      const failing = (await payments.listPaymentMethods(customerId)).find(({ card }) => card.last4 === '0341')
      await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: failing?.id ?? '' })
      const wish = { customerId, priceId: professional, ...onceMore() }
      expect(await outcome(payments.changePlan(wish))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'active', priceId: basic })
    })

    test('needs a subscription, and a plan that is offered', async () => {
      const customerId = await newCustomer(desk, cards.good)
      const change = (priceId: string) => payments.changePlan({ customerId, priceId, ...onceMore() })
      expect(await outcome(change(basic))).toBe('subscription_missing')
      expect(await outcome(payments.previewChange({ customerId, priceId: basic }))).toBe('subscription_missing')
      await subscribe(customerId, basic)
      expect(await outcome(change('price_of_nothing'))).toBe('plan_missing')
      expect(await outcome(payments.previewChange({ customerId, priceId: 'price_of_nothing' }))).toBe('plan_missing')
    })
  })

  describe('an end', () => {
    test('comes with the period, and is taken back until then', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const set = (cancel: boolean) => payments.setCancelAtPeriodEnd({ customerId, cancel, ...onceMore() })
      expect(await set(true)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
      expect(await set(true)).toMatchObject({ cancelAtPeriodEnd: true })
      expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true })
      expect(await set(false)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    })

    test('is taken back where something pays for what comes, or nothing is to be paid yet', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const set = (id: string, cancel: boolean) =>
        payments.setCancelAtPeriodEnd({ customerId: id, cancel, ...onceMore() })
      await set(customerId, true)
      const [paymentMethodId = ''] = await idsOfCards(customerId)
      await payments.removePaymentMethod({ customerId, paymentMethodId })
      expect(await outcome(set(customerId, false))).toBe('billing_no_card')
      expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true })
      await addCard(desk, customerId, cards.other)
      expect(await set(customerId, false)).toMatchObject({ cancelAtPeriodEnd: false })
      const trying = await newCustomer(desk)
      await trial(trying)
      await set(trying, true)
      expect(await set(trying, false)).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: false })
    })

    test('needs a subscription', async () => {
      const customerId = await newCustomer(desk)
      const wish = { customerId, cancel: true, ...onceMore() }
      expect(await outcome(payments.setCancelAtPeriodEnd(wish))).toBe('subscription_missing')
    })
  })

  describe('cards', () => {
    test('are added by a form; the first one is the default', async () => {
      const customerId = await newCustomer(desk)
      const setup = await payments.beginCardSetup({ customerId, ...onceMore() })
      expect(setup.clientSecret).toContain(setup.id)
      expect(await outcome(payments.finishCardSetup({ customerId, setupId: setup.id }))).toBe('setup_unsuccessful')
      await desk.fillCard(customerId, setup.id, cards.good)
      // Stripe keeps it from here on; it pays for something once the form is finished here.
      expect((await payments.listPaymentMethods(customerId)).filter((card) => card.isDefault)).toEqual([])
      await payments.finishCardSetup({ customerId, setupId: setup.id })
      await payments.finishCardSetup({ customerId, setupId: setup.id })
      const only = {
        type: 'card',
        isDefault: true,
        card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      }
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([only])
      await addCard(desk, customerId, cards.other)
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([
        only,
        { isDefault: false, card: { brand: 'mastercard', last4: '4444' } },
      ])
    })

    test('change places, and the newest follows one that goes', async () => {
      const customerId = await newCustomer(desk, cards.good, cards.other)
      const [first = '', second = ''] = await idsOfCards(customerId)
      await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: second })
      expect(await idsOfCards(customerId)).toEqual([second, first])
      await payments.removePaymentMethod({ customerId, paymentMethodId: second })
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([{ id: first, isDefault: true }])
      await payments.removePaymentMethod({ customerId, paymentMethodId: first })
      expect(await idsOfCards(customerId)).toEqual([])
    })

    test('that pay for a subscription are never all removed', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const [paymentMethodId = ''] = await idsOfCards(customerId)
      expect(await outcome(payments.removePaymentMethod({ customerId, paymentMethodId }))).toBe('payment_method_needed')
      await payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...onceMore() })
      expect(await outcome(payments.removePaymentMethod({ customerId, paymentMethodId }))).toBe('done')
    })

    test("of another customer, or of nobody, are not there; neither are another's forms", async () => {
      const customerId = await newCustomer(desk, cards.good)
      const other = await newCustomer(desk, cards.good)
      const [othersCard = ''] = await idsOfCards(other)
      for (const paymentMethodId of [othersCard, 'pm_of_nobody']) {
        const wish = { customerId, paymentMethodId }
        expect(await outcome(payments.setDefaultPaymentMethod(wish))).toBe('payment_method_missing')
        expect(await outcome(payments.removePaymentMethod(wish))).toBe('payment_method_missing')
      }
      const setup = await payments.beginCardSetup({ customerId: other, ...onceMore() })
      await desk.fillCard(other, setup.id, cards.other)
      for (const setupId of [setup.id, 'seti_of_nobody'])
        expect(await outcome(payments.finishCardSetup({ customerId, setupId }))).toBe('setup_unsuccessful')
      expect(await payments.listPaymentMethods(customerId)).toHaveLength(1)
    })
  })

  describe('invoices', () => {
    test('come newest first, a page at a time', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      for (const priceId of [professional, enterprise])
        await payments.changePlan({ customerId, priceId, ...onceMore() })
      const all = await invoicesOf(customerId)
      expect(all).toHaveLength(3)
      expect(all.at(-1)).toMatchObject({ amount: 2900 })
      expect(new Set(all.map((invoice) => invoice.number)).size).toBe(3)
      const first = await payments.listInvoices({ customerId, limit: 2 })
      expect(first).toEqual({ items: all.slice(0, 2), hasMore: true })
      const startingAfter = first.items.at(-1)?.id
      expect(await payments.listInvoices({ customerId, limit: 2, startingAfter })).toEqual({
        items: all.slice(2),
        hasMore: false,
      })
    })

    test('have a file, for their own customer only', async () => {
      const customerId = await newCustomer(desk, cards.good)
      await subscribe(customerId, basic)
      const [invoice] = await invoicesOf(customerId)
      const wish = { customerId, invoiceId: invoice?.id ?? '' }
      const { pdf } = await payments.invoiceFile(wish)
      expect((await buffer(pdf)).toString('latin1')).toMatch(/^%PDF-/)
      const stranger = await newCustomer(desk)
      expect(await outcome(payments.invoiceFile({ ...wish, customerId: stranger }))).toBe('invoice_missing')
      expect(await outcome(payments.invoiceFile({ customerId, invoiceId: 'in_of_nobody' }))).toBe('invoice_missing')
    })
  })

  describe('events', () => {
    test('name their customer, and are read with their own signature only', async () => {
      await desk.deliveries()
      const customerId = await newCustomer(desk)
      await trial(customerId)
      const deliveries = await desk.deliveries()
      const events = deliveries.map(({ body, signature }) => payments.readEvent(body, signature))
      expect(events.length).toBeGreaterThan(0)
      expect(new Set(events.map((event) => event?.id)).size).toBe(events.length)
      expect(new Set(events.map((event) => event?.customerId))).toEqual(new Set([customerId]))
      expect(events.map((event) => event?.type)).toContain('customer.subscription.created')
      for (const { body, signature } of deliveries) {
        const other = Buffer.from(body.toString().replace(customerId, 'cus_other'))
        expect(payments.readEvent(other, signature)).toBeNull()
        for (const wrong of ['', 'v1=', signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 't=1,v1=00'])
          expect([wrong, payments.readEvent(body, wrong)]).toEqual([wrong, null])
      }
    })
  })
})
