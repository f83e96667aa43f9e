import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { Product } from './product.ts'
import {
  addCard,
  endSubscription,
  endAtProvider,
  openBilling,
  part,
  planCard,
  submitCard,
  choosePlan,
  wholePage,
} from './subscription.ts'

test.use({ ...wholePage, expectedErrors: [/status of 40[24] |net::ERR_/] })

// The page polls the plan, so requests may still be pending at the end.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

/** Makes the billing page use Stripe. `subscribe` responds to subscriptions, so that no request reaches Stripe. */
async function withStripe(page: Page, subscribe: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/billing', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), provider: 'stripe', publishableKey: 'pk_1' } })
  })
  await page.route('**/api/billing/subscription', subscribe)
}

async function withoutPlan(page: Page, product: Product): Promise<void> {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
}

test('plans are paid on Stripe’s page or confirmed by a bank, and a subscription continues after a card is added', async ({
  page,
  product,
}) => {
  test.slow()
  await withoutPlan(page, product)
  await test.step('a plan without a card is paid on Stripe’s page, and no stored card is charged', async () => {
    const asked: { pay: string; requestId: string }[] = []
    await withStripe(page, async (route) => {
      asked.push(route.request().postDataJSON())
      if (asked.length === 1) return route.abort()
      return route.fulfill({ json: { url: asked.length === 2 ? null : `${product.url}/billing?canceled=true` } })
    })
    await page.goto('/billing')
    const choose = (plan: string) =>
      planCard(page, plan)
        .getByRole('button', { name: `Choose ${plan}` })
        .click()
    const dialog = page.getByRole('dialog', { name: 'Payment Method Required' })
    const pay = dialog.getByRole('button', { name: 'Pay on Stripe’s Page' })

    await test.step('a checkout that has already been paid shows the plan', async () => {
      await choose('Basic')
      await expect(dialog).toContainText('Basic costs $29 a month.')
      await pay.click()
      await expect(dialog.getByRole('alert')).toContainText('Attend cannot be reached right now.')
      await pay.click()
      await expect(page.getByText('You’re now on Basic.')).toBeVisible()
      await expect(dialog).toBeHidden()
      expect(asked[1]?.requestId).toBe(asked[0]?.requestId)
    })

    await test.step("an unpaid checkout opens Stripe's page", async () => {
      await choose('Enterprise')
      await expect(dialog).toContainText('Enterprise costs $149 a month.')
      await pay.click()
      await expect(page).toHaveURL(`${product.url}/billing?canceled=true`)
      await expect(page.getByRole('status').filter({ hasText: 'Checkout Canceled' })).toBeVisible()
    })
    expect(asked.map(({ pay: how }) => how)).toEqual(['page', 'page', 'page'])
    expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(2)
  })
  await test.step('a card whose bank requires confirmation leads to Stripe’s page', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await addCard(page, product)
    const ways: string[] = []
    await withStripe(page, (route) => {
      const { pay } = route.request().postDataJSON()
      ways.push(pay)
      const message = 'Your bank did not confirm this. Try again, or use another card.'
      return pay === 'page'
        ? route.fulfill({ json: { url: `${product.url}/billing?canceled=true` } })
        : route.fulfill({ status: 402, json: { defined: false, code: 'card_step_failed', status: 402, message } })
    })
    await page.goto('/billing')
    await planCard(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Plan Change' })
    const subscribe = dialog.getByRole('button', { name: 'Subscribe' })
    await expect(subscribe).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Pay on Stripe’s Page' })).toBeHidden()
    await subscribe.click()
    await expect(dialog).toContainText('On Stripe’s page your bank can ask you to confirm the payment.')
    await expectAccessible(page, 'a step that the bank wants')
    await dialog.getByRole('button', { name: 'Pay on Stripe’s Page' }).click()
    await expect(page).toHaveURL(`${product.url}/billing?canceled=true`)
    expect(ways).toEqual(['card', 'page'])
  })
  await test.step('a plan change whose bank requires confirmation says what to do', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await choosePlan(page, product, 'basic', false)
    const message = 'Your bank did not confirm this. Try again, or use another card.'
    await page.route('**/api/billing/subscription/plan', (route) =>
      route.fulfill({ status: 402, json: { defined: false, code: 'card_step_failed', status: 402, message } }),
    )
    await page.goto('/billing')
    await planCard(page, 'Professional').getByRole('button', { name: 'Change to Professional' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Plan Change' })
    await dialog.getByRole('button', { name: 'Confirm Change' }).click()
    await expect(dialog).toContainText('Add another card and make it the default.')
  })
  await test.step('a subscription without a card continues after a card is added', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/billing')
    const send = (method: 'post' | 'delete', path: string, data: object) =>
      page.request[method](`${product.url}/api/billing/${path}`, { headers: { origin: product.url }, data })
    await send('post', 'subscription/cancel', { requestId: crypto.randomUUID() })
    const { items } = await (await page.request.get(`${product.url}/api/billing/cards`)).json()
    expect((await send('delete', `cards/${items[0].id}`, {})).ok()).toBe(true)
    await page.reload()
    await part(page, 'Quick Actions')
      .getByRole('button', { name: /^Reactivate Subscription/ })
      .click()
    const required = page.getByRole('dialog', { name: 'Payment Method Required' })
    await expect(required).toContainText(/Basic continues for \$29 a month from \d\d\/\d\d\/\d{4}\./)
    await expectAccessible(page, 'reactivation without a card')
    await required.getByRole('button', { name: 'Add Payment Method' }).click()
    const methods = page.getByRole('dialog', { name: 'Payment Methods' })
    await submitCard(methods, '4242 4242 4242 4242')
    await expect(page.getByText('Your subscription continues.')).toBeVisible()
    await expect(methods).toBeHidden()
    await expect(part(page, 'Current Plan')).toContainText('until your plan renews')
  })
})

test('canceling a subscription that already ended at the provider shows its current state', async ({
  page,
  product,
}) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await endAtProvider(product, person)
  await part(page, 'Quick Actions')
    .getByRole('button', { name: /^Cancel Subscription/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(page.getByText(/^This subscription no longer exists\./)).toBeVisible()
  await expect(part(page, 'Current Plan')).toContainText('The free trial has ended')
  await expect(dialog).toBeHidden()
})
