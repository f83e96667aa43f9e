import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { cardsIn, openBilling, part, planCard, wholePage } from './subscription.ts'

// These tests' product takes test cards, so its policy blocks Stripe's script. Server tests check that policy.
test.use({
  bypassCSP: true,
  ...wholePage,
  expectedErrors: [/net::ERR_|js\.stripe\.com|status of 503 /],
})

/** Replaces Stripe's script: has the functions that the form calls, with the responses set by `answerWith`. */
const script = `
  window.Stripe = (key) => {
    let card = null
    const element = {
      mount: (place) => {
        place.innerHTML = '<input aria-label="Credit or debit card number">'
        setTimeout(() => element.handlers.ready?.())
        place.firstChild.oninput = () => element.handlers.change?.({})
      },
      handlers: {}, focus: () => document.querySelector('input[aria-label^=Credit]').focus(),
      on: (name, handle) => { element.handlers[name] = handle; return element }, off: () => element, update: () => {}, destroy: () => { card = null },
    }
    const elements = {
      create: () => (card = element), update: () => {},
      getElement: () => (window.hasNoElement ? null : card),
    }
    return {
      elements: () => elements, createToken: () => {}, createPaymentMethod: () => {}, confirmCardPayment: () => {},
      confirmCardSetup: async (secret) => {
        window.secrets = [...(window.secrets ?? []), secret]
        return window.stripeAnswer
      },
    }
  }
`

const answerWith = (page: Page, values: Record<string, unknown>) =>
  page.evaluate((given) => void Object.assign(window, given), values)

test('with Stripe, a card is added in Stripe’s own form', async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  let isThere = false
  let isTest = true
  const asked: string[] = []
  await page.route('https://js.stripe.com/**', (route) => {
    asked.push(route.request().url())
    return isThere ? route.fulfill({ contentType: 'text/javascript', body: script }) : route.abort()
  })
  const state: object = await (await page.request.get('/api/billing')).json()
  await page.route('**/api/billing', (route) =>
    route.fulfill({ json: { ...state, provider: 'stripe', publishableKey: `pk_${isTest ? 'test' : 'live'}_1` } }),
  )
  await page.reload()
  await expect(part(page, 'Payment Method')).toContainText('No payment method yet.')
  await expect(part(page, 'Current Plan')).toContainText('Test mode')
  isTest = false
  await page.reload()
  await expect(part(page, 'Payment Method')).toContainText('No payment method yet.')
  await expect(part(page, 'Current Plan')).not.toContainText('Test mode')
  expect(asked).toEqual([])

  await part(page, 'Payment Method').getByRole('button', { name: 'Add Payment Method' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
  await expect(dialog.getByRole('alert')).toContainText('The card form could not be loaded')
  await expect(dialog.getByRole('alert')).toContainText('Connection failed.')
  isThere = true
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByLabel('Credit or debit card number')).toBeVisible()
  await expectAccessible(page, 'card form of Stripe')

  const add = dialog.getByRole('button', { name: 'Add Card' })
  for (const [given, words] of [
    [{ hasNoElement: true }, 'Card element not found'],
    [
      { hasNoElement: false, stripeAnswer: { error: { type: 'card_error', message: 'Your card was declined.' } } },
      'Your card was declined.',
    ],
    [{ stripeAnswer: { error: { type: 'api_connection_error', message: 'x' } } }, /^Connection failed\./],
    [{ stripeAnswer: { error: { type: 'authentication_error', message: 'x' } } }, /^Authentication error\./],
    [{ stripeAnswer: { error: { type: 'api_error', message: 'x' } } }, /could not process this/],
    [{ stripeAnswer: { setupIntent: { status: 'processing' } } }, 'Setup intent was not successful'],
  ] as const) {
    await answerWith(page, given)
    await add.click()
    await expect(dialog.getByRole('alert')).toHaveText(words)
  }

  const finished: string[] = []
  await page.route('**/api/billing/cards/setup/*/finish', (route) => {
    finished.push(route.request().url())
    if (finished.length <= 2) return route.fulfill({ status: 503, body: 'Busy' })
    return route.fulfill({
      json: {
        items: [
          {
            id: 'pm_1',
            type: 'card',
            isDefault: true,
            card: { brand: 'visa', last4: '4242', expMonth: 4, expYear: 2031 },
          },
        ],
      },
    })
  })
  await answerWith(page, { secrets: [], stripeAnswer: { setupIntent: { status: 'succeeded' } } })
  await add.click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to add payment method')
  // Stripe has stored the card, so only the later steps run again.
  await add.click()
  await expect.poll(() => finished.length).toBe(2)
  await expect(dialog.getByRole('alert')).toHaveText('Failed to add payment method')
  expect(await page.evaluate(() => Reflect.get(window, 'secrets'))).toEqual([expect.stringMatching(/_secret_/)])
  expect(finished[1]).toBe(finished[0])
  // A corrected card is stored, too.
  await dialog.getByLabel('Credit or debit card number').fill('4242')
  await add.click()
  await expect(cardsIn(dialog)).toContainText('Visa ending in 4242')
  expect(await page.evaluate(() => Reflect.get(window, 'secrets'))).toHaveLength(2)
  expect(finished).toHaveLength(3)
  expect(finished[2]).not.toBe(finished[0])
})

test("a first plan can be paid on Stripe's page, which returns to the product", async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  const state: object = await (await page.request.get('/api/billing')).json()
  await page.route('**/api/billing', (route) =>
    route.fulfill({ json: { ...state, provider: 'stripe', publishableKey: 'pk_test_1', subscription: null } }),
  )
  const sent: { priceId: string }[] = []
  await page.route('**/api/billing/subscription', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { url: `${product.url}/billing?success=true&session_id=cs_test_1` } })
  })
  await page.reload()
  await planCard(page, 'Basic').getByRole('button', { name: 'Choose Basic' }).click()
  await page
    .getByRole('dialog', { name: 'Payment Method Required' })
    .getByRole('button', { name: 'Pay on Stripe’s Page' })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Checkout Complete' })).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/billing`)
  expect(sent).toMatchObject([{ priceId: 'price_test_basic_month' }])
})
