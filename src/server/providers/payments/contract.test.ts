// One file, although it is long: the contract that every adapter must fulfill.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addCard,
  cards,
  newCustomer,
  newKey,
  newSubscriber,
  openSandbox,
  type PaymentsHarness,
  payWith,
} from '#test/payments.ts'
import { openStripe } from '#test/stripe/harness.ts'
import type { Payments } from './port.ts'

const adapters: [name: string, open: () => Promise<PaymentsHarness>][] = [
  ['the sandbox', openSandbox],
  ['Stripe', openStripe],
]

describe.each(adapters)('%s', (_, open) => {
  let harness: PaymentsHarness
  let payments: Payments
  let basic: string
  let professional: string
  let enterprise: string

  beforeAll(async () => {
    harness = await open()
    payments = harness.payments
    const plans = await payments.listPlans()
    const priceOf = (id: string) => plans.find((plan) => plan.id === id)?.priceId ?? ''
    basic = priceOf('basic')
    professional = priceOf('professional')
    enterprise = priceOf('enterprise')
  })
  afterAll(() => harness.close())

  const trial = (customerId: string, priceId = professional) =>
    payments.startTrial({ customerId, priceId, days: 7, ...newKey() })
  const subscribe = (customerId: string, priceId: string, key = newKey()) =>
    payments.subscribe({ customerId, priceId, ...key })
  const invoicesOf = async (customerId: string) => (await payments.listInvoices({ customerId, limit: 50 })).items
  const idsOfCards = async (customerId: string) => (await payments.listPaymentMethods(customerId)).map(({ id }) => id)
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? error,
    )

  describe('plans', () => {
    test('the provider lists plans cheapest first, with amounts in the smallest currency unit', async () => {
      const plans = await payments.listPlans()
      expect(plans.map(({ id, price, sessions }) => [id, price, sessions])).toEqual([
        ['basic', 2900, 20],
        ['professional', 6900, 80],
        ['enterprise', 14_900, null],
      ])
      expect(plans.filter((plan) => plan.isPopular).map((plan) => plan.id)).toEqual(['professional'])
    })
  })

  describe('customers', () => {
    test('the provider creates one customer per idempotency key', async () => {
      const details = { organizationId: randomUUID(), email: 'a@example.test', name: 'A', ...newKey() }
      const created = await Promise.all([1, 2, 3].map(() => payments.createCustomer(details)))
      expect(new Set(created.map((one) => one.customerId)).size).toBe(1)
      const other = await payments.createCustomer({ ...details, organizationId: randomUUID(), ...newKey() })
      expect(other.customerId).not.toBe(created[0]?.customerId)
    })

    test('the provider names a customer on invoices as it was last updated', async () => {
      const customerId = await newCustomer(harness, cards.good)
      const details = { customerId, email: 'owner@example.test', name: 'Riverside Clinic' }
      for (let call = 0; call < 2; call++) await payments.updateCustomer(details)
      await subscribe(customerId, basic)
      const [invoice] = await invoicesOf(customerId)
      const { pdf } = await payments.invoiceFile({ customerId, invoiceId: invoice?.id ?? '' })
      expect((await buffer(pdf)).toString('latin1')).toContain('Riverside Clinic')
    })

    test('the provider rejects every call for an unknown customer with customer_missing', async () => {
      const customerId = 'cus_of_another_provider'
      const outcomes = await Promise.all(
        [
          payments.findSubscription(customerId),
          payments.listPaymentMethods(customerId),
          payments.listInvoices({ customerId, limit: 10 }),
          payments.previewChange({ customerId, priceId: basic }),
          payments.beginCardSetup({ customerId, ...newKey() }),
          payments.updateCustomer({ customerId, email: 'a@example.test', name: 'A' }),
          trial(customerId),
          subscribe(customerId, basic),
        ].map(outcome),
      )
      expect(new Set(outcomes)).toEqual(new Set(['customer_missing']))
    })

    test('a new customer has no subscription, cards or invoices', async () => {
      const customerId = await newCustomer(harness)
      expect(await payments.findSubscription(customerId)).toBeNull()
      expect(await payments.listPaymentMethods(customerId)).toEqual([])
      expect(await payments.listInvoices({ customerId, limit: 10 })).toEqual({ items: [], hasMore: false })
    })
  })

  describe('trials', () => {
    test('the provider starts a trial without a card for the given number of days', async () => {
      const customerId = await newCustomer(harness)
      const startedTrial = await trial(customerId)
      expect(startedTrial).toMatchObject({
        status: 'trialing',
        priceId: professional,
        amount: 6900,
        cancelAtPeriodEnd: false,
      })
      expect(startedTrial.trialEnd).not.toBeNull()
      expect(Date.parse(startedTrial.trialEnd ?? '') - Date.parse(startedTrial.currentPeriodStart)).toBe(7 * 86_400_000)
      expect(startedTrial.currentPeriodEnd).toBe(startedTrial.trialEnd)
      expect(await payments.findSubscription(customerId)).toEqual(startedTrial)
    })

    test('the provider starts one trial per key, and none beside another subscription', async () => {
      const customerId = await newCustomer(harness)
      const input = { customerId, priceId: professional, days: 7, ...newKey() }
      const startedTrials = await Promise.all([1, 2, 3].map(() => payments.startTrial(input)))
      expect(new Set(startedTrials.map((one) => one.id)).size).toBe(1)
      expect(await outcome(trial(customerId))).toBe('subscription_exists')
    })

    test('the provider changes the plan during a trial without a charge and without moving its end', async () => {
      const customerId = await newCustomer(harness)
      const { trialEnd } = await trial(customerId)
      const preview = await payments.previewChange({ customerId, priceId: enterprise })
      expect(preview.proration).toMatchObject({ creditAmount: 0, chargeAmount: 0, netAmount: 0 })
      expect(preview).toMatchObject({ dueNow: 0, nextInvoice: { amount: 14_900, periodStart: trialEnd }, endsAt: null })
      const changed = await payments.changePlan({ customerId, priceId: enterprise, ...newKey() })
      expect(changed).toMatchObject({ status: 'trialing', priceId: enterprise, trialEnd })
      expect((await invoicesOf(customerId)).filter((invoice) => invoice.amount !== 0)).toEqual([])
    })
  })

  describe('subscriptions', () => {
    test('the provider rejects a subscription without a card', async () => {
      const customerId = await newCustomer(harness)
      expect(await outcome(subscribe(customerId, basic))).toBe('billing_no_card')
      expect(await payments.findSubscription(customerId)).toBeNull()
      expect(await payments.listSubscriptionIds(customerId)).toEqual([])
    })

    test('the provider charges no saved card when a checkout page is requested', async () => {
      const customerId = await newCustomer(harness, cards.good)
      const page = { successUrl: 'https://attend.example.test/a', cancelUrl: 'https://attend.example.test/b' }
      const answer = await payments.subscribe({ customerId, priceId: basic, page, ...newKey() }).then(
        ({ url }) => url,
        (error: { code: string }) => error.code,
      )
      expect(answer).toMatch(/^(billing_no_card$|https?:)/)
      expect([await payments.findSubscription(customerId), await invoicesOf(customerId)]).toEqual([null, []])
    })

    test('the provider charges the default card immediately, and only once per key', async () => {
      const customerId = await newCustomer(harness, cards.good)
      const key = newKey()
      const answers = await Promise.all([1, 2, 3].map(() => subscribe(customerId, basic, key)))
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

    test('the provider creates no subscription when the card is declined', async () => {
      const customerId = await newCustomer(harness, cards.failsLater)
      expect(await outcome(subscribe(customerId, basic))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toBeNull()
    })

    test('the provider rejects a subscription or trial for an unknown plan', async () => {
      const customerId = await newCustomer(harness, cards.good)
      expect(await outcome(subscribe(customerId, 'price_of_nothing'))).toBe('plan_missing')
      expect(await outcome(trial(customerId, 'price_of_nothing'))).toBe('plan_missing')
    })
  })

  describe('plan changes', () => {
    test('the provider charges the amount of the preview for a plan change', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const preview = await payments.previewChange({ customerId, priceId: professional })
      const { creditAmount, chargeAmount, netAmount } = preview.proration
      expect(preview).toMatchObject({ currentPlan: { amount: 2900 }, newPlan: { amount: 6900 }, currency: 'usd' })
      expect(creditAmount).toBeLessThanOrEqual(0)
      expect(netAmount).toBe(creditAmount + chargeAmount)
      const changed = await payments.changePlan({ customerId, priceId: professional, ...newKey() })
      expect(changed).toMatchObject({ status: 'active', priceId: professional, amount: 6900 })
      expect(preview.nextInvoice?.periodStart).toBe(changed.currentPeriodEnd)
      const [newest, first] = await invoicesOf(customerId)
      expect(newest).toMatchObject({ amount: netAmount, status: 'paid' })
      expect(preview).toMatchObject({ dueNow: netAmount, creditUsed: 0, unpaidAmount: 0 })
      expect(first).toMatchObject({ amount: 2900 })
    })

    test('the provider uses credit before charging a plan change, as preview and invoice show', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, enterprise)
      const expected = [
        [basic, { proration: { netAmount: -12_000 }, creditKept: 12_000, dueNow: 0, nextInvoice: { amount: 0 } }],
        [professional, { proration: { netAmount: 4000 }, creditUsed: -4000, dueNow: 0, nextInvoice: { amount: 0 } }],
        [enterprise, { proration: { netAmount: 8000 }, creditUsed: -8000, dueNow: 0, nextInvoice: { amount: 14_900 } }],
        [basic, { creditUsed: 0, creditKept: 12_000, dueNow: 0 }],
      ] as const
      for (const [priceId, preview] of expected) {
        expect(await payments.previewChange({ customerId, priceId })).toMatchObject(preview)
        await payments.changePlan({ customerId, priceId, ...newKey() })
      }
      const shown = (await invoicesOf(customerId)).map(({ amount, status }) => [amount, status])
      expect(shown).toEqual([...Array.from({ length: 4 }, () => [0, 'paid']), [14_900, 'paid']])
    })

    test('the provider uses partial credit for a plan change', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, professional)
      await payments.changePlan({ customerId, priceId: basic, ...newKey() })
      const preview = await payments.previewChange({ customerId, priceId: enterprise })
      expect(preview).toMatchObject({ proration: { netAmount: 12_000 }, creditUsed: -4000, dueNow: 8000 })
      await payments.changePlan({ customerId, priceId: enterprise, ...newKey() })
      expect((await invoicesOf(customerId))[0]).toMatchObject({ amount: 8000, status: 'paid' })
    })

    test('the provider previews no further invoice for a subscription that ends', async () => {
      const ends = [await newCustomer(harness, cards.good), await newCustomer(harness)] as const
      await subscribe(ends[0], basic)
      await trial(ends[1])
      for (const customerId of ends) {
        await payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...newKey() })
        const preview = await payments.previewChange({ customerId, priceId: enterprise })
        const changed = await payments.changePlan({ customerId, priceId: enterprise, ...newKey() })
        expect(preview).toMatchObject({ nextInvoice: null, endsAt: changed.currentPeriodEnd })
        expect(changed.cancelAtPeriodEnd).toBe(true)
      }
    })

    test('the provider rejects a plan change if another amount is due than the user confirmed', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const { dueNow } = await payments.previewChange({ customerId, priceId: enterprise })
      await payments.changePlan({ customerId, priceId: professional, ...newKey() })
      const input = { customerId, priceId: enterprise }
      expect(await outcome(payments.changePlan({ ...input, dueNow, ...newKey() }))).toBe('amount_changed')
      expect(await payments.findSubscription(customerId)).toMatchObject({ priceId: professional })
      expect(await invoicesOf(customerId)).toHaveLength(2)
      const after = await payments.previewChange(input)
      const key = newKey()
      // The repeated call is the same change, although nothing is due for it any more.
      for (const confirmed of [after.dueNow, 0])
        expect(await payments.changePlan({ ...input, dueNow: confirmed, ...key })).toMatchObject({
          priceId: enterprise,
        })
      expect(await invoicesOf(customerId)).toHaveLength(3)
    })

    test('the provider applies a plan change once per key', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const input = { customerId, priceId: enterprise, ...newKey() }
      await Promise.all(Array.from({ length: 5 }, () => payments.changePlan(input)))
      await payments.changePlan(input)
      expect(await invoicesOf(customerId)).toHaveLength(2)
    })

    test('the provider changes nothing when the charge for a plan change is declined', async () => {
      const customerId = await newCustomer(harness, cards.good, cards.failsLater)
      await subscribe(customerId, basic)
      await payWith(payments, customerId, '0341')
      const input = { customerId, priceId: professional, ...newKey() }
      expect(await outcome(payments.changePlan(input))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'active', priceId: basic })
    })

    test('the provider rejects a plan change without a subscription or for an unknown plan', async () => {
      const customerId = await newCustomer(harness, cards.good)
      const change = (priceId: string) => payments.changePlan({ customerId, priceId, ...newKey() })
      expect(await outcome(change(basic))).toBe('subscription_missing')
      expect(await outcome(payments.previewChange({ customerId, priceId: basic }))).toBe('subscription_missing')
      await subscribe(customerId, basic)
      expect(await outcome(change('price_of_nothing'))).toBe('plan_missing')
      expect(await outcome(payments.previewChange({ customerId, priceId: 'price_of_nothing' }))).toBe('plan_missing')
    })
  })

  describe('an unpaid renewal', () => {
    /** Leaves the renewal on 10 April unpaid. */
    async function pastDue(planId: string): Promise<string> {
      harness.setNow('2026-03-10T12:00:00Z')
      const customerId = await newSubscriber(harness, planId, cards.good, cards.failsLater)
      await payWith(payments, customerId, '0341')
      harness.setNow('2026-04-10T12:00:00Z')
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due' })
      return customerId
    }
    afterAll(() => harness.setNow('2026-03-10T12:00:00Z'))

    test('an unpaid renewal is charged before a plan change', async () => {
      const customerId = await pastDue('basic')
      const input = { customerId, priceId: enterprise }
      expect(await outcome(payments.changePlan({ ...input, ...newKey() }))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due', priceId: basic })
      await payWith(payments, customerId, '4242')
      expect(await payments.previewChange(input)).toMatchObject({
        proration: { netAmount: 12_000 },
        unpaidAmount: 2900,
        creditUsed: 0,
        creditKept: 0,
        dueNow: 14_900,
      })
      const key = newKey()
      for (const once of [key, key])
        expect(await payments.changePlan({ ...input, ...once })).toMatchObject({ status: 'active', amount: 14_900 })
      const shown = (await invoicesOf(customerId)).map(({ amount, status }) => [amount, status])
      expect(shown).toEqual([
        [12_000, 'paid'],
        [2900, 'paid'],
        [2900, 'paid'],
      ])
    })

    test('an unpaid renewal remains due when changing to a cheaper plan, and becomes no credit', async () => {
      const customerId = await pastDue('enterprise')
      const input = { customerId, priceId: basic }
      expect(await payments.previewChange(input)).toMatchObject({
        proration: { netAmount: -12_000 },
        unpaidAmount: 14_900,
        creditUsed: 0,
        creditKept: 12_000,
        dueNow: 14_900,
        nextInvoice: { amount: 0 },
      })
      expect(await outcome(payments.changePlan({ ...input, ...newKey() }))).toBe('card_declined')
      expect(await payments.findSubscription(customerId)).toMatchObject({ status: 'past_due', amount: 14_900 })
      await payWith(payments, customerId, '4242')
      await payments.changePlan({ ...input, ...newKey() })
      const shown = (await invoicesOf(customerId)).map(({ amount, status }) => [amount, status])
      expect(shown).toEqual([
        [0, 'paid'],
        [14_900, 'paid'],
        [14_900, 'paid'],
      ])
    })
  })

  describe('cancellation', () => {
    test('the provider sets cancellation at period end and clears it again', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const set = (cancel: boolean) => payments.setCancelAtPeriodEnd({ customerId, cancel, ...newKey() })
      expect(await set(true)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
      expect(await set(true)).toMatchObject({ cancelAtPeriodEnd: true })
      expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true })
      expect(await set(false)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
    })

    test('the provider clears a cancellation only with a card, or during a trial', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const set = (id: string, cancel: boolean) =>
        payments.setCancelAtPeriodEnd({ customerId: id, cancel, ...newKey() })
      await set(customerId, true)
      const [paymentMethodId = ''] = await idsOfCards(customerId)
      await payments.removePaymentMethod({ customerId, paymentMethodId })
      expect(await outcome(set(customerId, false))).toBe('billing_no_card')
      expect(await payments.findSubscription(customerId)).toMatchObject({ cancelAtPeriodEnd: true })
      await addCard(harness, customerId, cards.other)
      expect(await set(customerId, false)).toMatchObject({ cancelAtPeriodEnd: false })
      const onTrial = await newCustomer(harness)
      await trial(onTrial)
      await set(onTrial, true)
      expect(await set(onTrial, false)).toMatchObject({ status: 'trialing', cancelAtPeriodEnd: false })
    })

    test('the provider rejects a cancellation without a subscription', async () => {
      const customerId = await newCustomer(harness)
      const input = { customerId, cancel: true, ...newKey() }
      expect(await outcome(payments.setCancelAtPeriodEnd(input))).toBe('subscription_missing')
    })
  })

  describe('cards', () => {
    test('the provider adds a card when its form is complete, and makes the first card the default', async () => {
      const customerId = await newCustomer(harness)
      const setup = await payments.beginCardSetup({ customerId, ...newKey() })
      expect(setup.clientSecret).toContain(setup.id)
      expect(await outcome(payments.finishCardSetup({ customerId, setupId: setup.id }))).toBe('setup_unsuccessful')
      await harness.fillCard(customerId, setup.id, cards.good)
      // Stripe attaches the card from here on, but charges it only after our own call.
      expect((await payments.listPaymentMethods(customerId)).filter((card) => card.isDefault)).toEqual([])
      await payments.finishCardSetup({ customerId, setupId: setup.id })
      await payments.finishCardSetup({ customerId, setupId: setup.id })
      const only = {
        type: 'card',
        isDefault: true,
        card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 },
      }
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([only])
      await addCard(harness, customerId, cards.other)
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([
        only,
        { isDefault: false, card: { brand: 'mastercard', last4: '4444' } },
      ])
    })

    test('the provider changes the default card, and makes the newest card the default when the default is removed', async () => {
      const customerId = await newCustomer(harness, cards.good, cards.other)
      const [first = '', second = ''] = await idsOfCards(customerId)
      await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: second })
      expect(await idsOfCards(customerId)).toEqual([second, first])
      await payments.removePaymentMethod({ customerId, paymentMethodId: second })
      expect(await payments.listPaymentMethods(customerId)).toMatchObject([{ id: first, isDefault: true }])
      await payments.removePaymentMethod({ customerId, paymentMethodId: first })
      expect(await idsOfCards(customerId)).toEqual([])
    })

    test('the provider rejects removing the last card while a renewing subscription needs it', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const [paymentMethodId = ''] = await idsOfCards(customerId)
      expect(await outcome(payments.removePaymentMethod({ customerId, paymentMethodId }))).toBe('payment_method_needed')
      await payments.setCancelAtPeriodEnd({ customerId, cancel: true, ...newKey() })
      expect(await outcome(payments.removePaymentMethod({ customerId, paymentMethodId }))).toBe('done')
    })

    test("the provider rejects another customer's or unknown cards and forms", async () => {
      const customerId = await newCustomer(harness, cards.good)
      const other = await newCustomer(harness, cards.good)
      const [othersCard = ''] = await idsOfCards(other)
      for (const paymentMethodId of [othersCard, 'pm_unknown']) {
        const input = { customerId, paymentMethodId }
        expect(await outcome(payments.setDefaultPaymentMethod(input))).toBe('payment_method_missing')
        expect(await outcome(payments.removePaymentMethod(input))).toBe('payment_method_missing')
      }
      const setup = await payments.beginCardSetup({ customerId: other, ...newKey() })
      await harness.fillCard(other, setup.id, cards.other)
      for (const setupId of [setup.id, 'seti_unknown'])
        expect(await outcome(payments.finishCardSetup({ customerId, setupId }))).toBe('setup_unsuccessful')
      expect(await payments.listPaymentMethods(customerId)).toHaveLength(1)
    })
  })

  describe('invoices', () => {
    test('the provider lists invoices newest first, in pages', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      for (const priceId of [professional, enterprise]) await payments.changePlan({ customerId, priceId, ...newKey() })
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

    test('the provider returns an invoice file to its own customer only', async () => {
      const customerId = await newCustomer(harness, cards.good)
      await subscribe(customerId, basic)
      const [invoice] = await invoicesOf(customerId)
      const input = { customerId, invoiceId: invoice?.id ?? '' }
      const { pdf } = await payments.invoiceFile(input)
      expect((await buffer(pdf)).toString('latin1')).toMatch(/^%PDF-/)
      const stranger = await newCustomer(harness)
      expect(await outcome(payments.invoiceFile({ ...input, customerId: stranger }))).toBe('invoice_missing')
      expect(await outcome(payments.invoiceFile({ customerId, invoiceId: 'in_unknown' }))).toBe('invoice_missing')
    })
  })

  describe('events', () => {
    test('the provider delivers events that name their customer and verify only with their own signature', async () => {
      await harness.deliveries()
      const customerId = await newCustomer(harness)
      await trial(customerId)
      const deliveries = await harness.deliveries()
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
