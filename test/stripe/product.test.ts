import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { mirrorAccount } from '#server/features/billing/mirror-account.ts'
import { beginBilling } from '../billing.ts'
import { buildOrganization } from '../build.ts'
import { openWorkerServices } from '../jobs.ts'
import { cards } from '../payments.ts'
import { type Api, createWorld, type World } from '../world.ts'
import { updateSubscription } from './billing.ts'
import { openStripePayments, type StripeDesk } from './desk.ts'
import { Refusal } from './refusal.ts'
import { keys } from './stand-in.ts'

let desk: StripeDesk
let world: World
let opened: Awaited<ReturnType<typeof openWorkerServices>>
let services: Services
let organizationId: string
let ownerId: string
let owner: Api

beforeAll(async () => {
  desk = await openStripePayments()
  world = await createWorld({
    settings: { STRIPE_SECRET_KEY: keys.secretKey, LOG_LEVEL: 'silent' },
    providers: { openPayments: () => desk.payments },
  })
  opened = await openWorkerServices(world)
  services = opened.services
})
afterAll(async () => {
  await opened.close()
  await world.close()
  await desk.close()
})
beforeEach(async () => {
  const organization = await buildOrganization(world)
  organizationId = organization.id
  ownerId = organization.ownerId
  owner = await world.as(ownerId)
  await beginBilling(services, organizationId, ownerId)
  desk.stripe.deliveries()
})

const once = () => ({ requestId: randomUUID() })

async function priceOf(id: string): Promise<string> {
  const { items } = await owner.billing.plans()
  return items.find((plan) => plan.id === id)?.priceId ?? ''
}

async function addCard(number: string) {
  const setup = await owner.billing.beginCard(once())
  desk.stripe.world.fillForm(setup.id, number)
  return await owner.billing.finishCard({ setupId: setup.id })
}

/** What Stripe tells is delivered to our address; what it leads to is what the worker does then. */
async function deliver(): Promise<number[]> {
  const answers = desk.stripe.deliveries().map(({ body, signature }) =>
    fetch(`${world.url}/api/webhooks/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: new Uint8Array(body),
    }),
  )
  return (await Promise.all(answers)).map(({ status }) => status)
}

describe('the product with Stripe', () => {
  test('begins with a trial there, and says who takes the money', async () => {
    expect(await owner.billing.state()).toMatchObject({
      provider: 'stripe',
      publishableKey: 'pk_test_stand_in',
      mayManage: true,
      subscription: { status: 'trialing', productName: 'For professionals', amount: 6900 },
      usage: { used: 0, limit: 80 },
    })
  })

  test('lets its pages load Stripe’s form', async () => {
    const { headers } = await fetch(`${world.url}/billing`)
    expect(headers.get('content-security-policy')).toContain('https://js.stripe.com')
  })

  test('keeps cards that were filled in on Stripe’s form, and takes no test card of ours', async () => {
    expect(await addCard(cards.good)).toMatchObject({
      items: [{ isDefault: true, card: { brand: 'visa', last4: '4242' } }],
    })
    const { id: setupId } = await owner.billing.beginCard(once())
    await expect(owner.billing.finishCard({ setupId })).rejects.toMatchObject({ code: 'setup_unsuccessful' })
    const card = { number: cards.good, expMonth: 12, expYear: 2034, cvc: '123', isConfirmed: false }
    await expect(owner.billing.fillTestCard({ setupId, ...card })).rejects.toMatchObject({ code: 'not_in_test_mode' })
  })

  test('changes plans, ends and goes on', async () => {
    const priceId = await priceOf('enterprise')
    const { proration, nextInvoice } = await owner.billing.preview({ priceId })
    expect([proration.netAmount, nextInvoice.amount]).toEqual([0, 14_900])
    expect(await owner.billing.changePlan({ priceId, ...once() })).toMatchObject({
      subscription: { amount: 14_900, status: 'trialing' },
      usage: { limit: null },
    })
    expect(await owner.billing.cancel(once())).toMatchObject({ subscription: { cancelAtPeriodEnd: true } })
    expect(await owner.billing.reactivate(once())).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
    await expect(owner.billing.subscribe({ priceId, ...once() })).rejects.toMatchObject({ code: 'subscription_exists' })
  })

  test('leads whoever has no subscription and no card to Stripe’s page, and back', async () => {
    const { world: there } = desk.stripe
    const { subscription } = await owner.billing.state()
    there.subscriptions.put({ ...there.subscriptions.get(subscription?.id ?? ''), status: 'canceled' })
    await mirrorAccount(services, organizationId)
    const { url } = await owner.billing.subscribe({ priceId: await priceOf('basic'), ...once() })
    const page = there.pages.get(url ?? '')
    expect(page?.success_url).toBe(`${world.url}/billing?success=true&session_id={CHECKOUT_SESSION_ID}`)
    expect(page?.cancel_url).toBe(`${world.url}/billing?canceled=true`)
  })

  test('pays with the card there is, shows the invoice and leads to its file', async () => {
    const { world: there } = desk.stripe
    const { subscription } = await owner.billing.state()
    there.subscriptions.put({ ...there.subscriptions.get(subscription?.id ?? ''), status: 'canceled' })
    await mirrorAccount(services, organizationId)
    await addCard(cards.good)
    expect(await owner.billing.subscribe({ priceId: await priceOf('basic'), ...once() })).toEqual({ url: null })
    expect(await owner.billing.state()).toMatchObject({ subscription: { status: 'active', amount: 2900 } })
    const { items } = await owner.billing.invoices({})
    expect(items[0]).toMatchObject({ amount: 2900, status: 'paid', hasFile: true })
    const headers = await world.headersOf(ownerId)
    const file = await fetch(`${world.url}/api/billing/invoices/${items[0]?.id}/file`, { headers, redirect: 'manual' })
    expect(file.headers.get('location')).toBe(`https://pay.stripe.test/invoice/${items[0]?.id}/pdf`)
  })

  test('learns from signed events what changed there', async () => {
    const { subscription } = await owner.billing.state()
    updateSubscription(desk.stripe.world, subscription?.id ?? '', { cancel_at_period_end: true })
    expect(await deliver()).toEqual([200])
    await mirrorAccount(services, organizationId)
    expect(await owner.billing.state()).toMatchObject({ subscription: { cancelAtPeriodEnd: true } })
  })

  test('tells the cause of what Stripe refuses', async () => {
    desk.stripe.failNext(new Refusal(402, { type: 'card_error', code: 'incorrect_cvc', message: 'CVC 123' }))
    await expect(owner.billing.beginCard(once())).rejects.toMatchObject({ code: 'card_cvc' })
    desk.stripe.failNext(new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key' }))
    await expect(owner.billing.paymentMethods()).rejects.toMatchObject({ code: 'payments_unauthorized' })
  })
})
