import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import {
  cardsIn,
  addCard,
  dateInDays,
  endSubscription,
  openBilling,
  part,
  planCard,
  submitCard,
  choosePlan,
  wholePage,
} from './subscription.ts'

test.use({
  ...wholePage,
  // The response to a declined card.
  expectedErrors: [/status of 402 /],
})

test('sign-up starts a trial, and the owner stores cards for the time after the trial', async ({ page, product }) => {
  test.slow()
  await signIn(page, product)
  await openBilling(page)

  await test.step('the page shows the plan, its end and its usage', async () => {
    const current = part(page, 'Current Plan')
    await expect(current).toContainText('Test mode')
    await expect(current).toContainText('Professional')
    await expect(current).toContainText('$69 a month')
    await expect(current).toContainText('7 days until your free trial ends')
    await expect(current).toContainText(`Trial ends${dateInDays(7)}`)
    await expect(current).toContainText(`Current period ends${dateInDays(7)}`)
    // The trial is offered with unlimited sessions.
    await expect(current).toContainText('0 sessions in this period, no limit')
    await expect(current.getByRole('progressbar')).toHaveCount(0)
    await expect(part(page, 'Available Plans').getByRole('heading', { level: 3 })).toHaveText([
      'Basic',
      'Professional',
      'Enterprise',
    ])
    await expect(planCard(page, 'Professional')).toContainText('Most popular')
    await expect(planCard(page, 'Professional')).toContainText('Current plan')
    await expect(planCard(page, 'Professional').getByRole('button')).toHaveCount(0)
    await expect(planCard(page, 'Enterprise')).toContainText('Unlimited sessions')
    await expect(part(page, 'Billing History')).toContainText('No invoices yet')
    await expectAccessible(page, 'billing in a trial')
  })

  const add = part(page, 'Payment Method').getByRole('button', { name: 'Add Payment Method' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Payment Methods' })
  const number = dialog.getByLabel('Card number')

  await test.step('a number that is not a test card is not sent', async () => {
    const sentUrls: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sentUrls.push(request.url())))
    await expect(dialog.getByRole('heading', { name: 'Card Information' })).toBeVisible()
    await expect(number).toBeFocused()
    await page.keyboard.type('4111111111111111')
    await expect(number).toHaveValue('4111 1111 1111 1111')
    await page.keyboard.press('Enter')
    await expect(number).toHaveAccessibleDescription(/This is not a test card\./)
    await expect(dialog.getByLabel('Expiry')).toHaveAccessibleDescription('Enter month and year, e.g. 04/29.')
    await expect(dialog.getByLabel('CVC')).toHaveAccessibleDescription('Enter the 3 or 4 digits.')
    await expect(number).toBeFocused()
    expect(sentUrls).toEqual([])
    await expectAccessible(page, 'card form with errors')
  })

  await test.step('a declined card shows its reason', async () => {
    for (const [card, words] of [
      ['4000 0000 0000 0002', 'Your card was declined. Use another card, or ask your bank.'],
      ['4000 0000 0000 0069', 'Your card has expired. Use another card.'],
      ['4000 0000 0000 0127', "Your card's security code is incorrect. Check it and try again."],
    ] as const) {
      await submitCard(dialog, card)
      await expect(dialog.getByRole('alert')).toHaveText(words)
    }
  })

  await test.step('a bank asks for a confirmation', async () => {
    await submitCard(dialog, '4000 0025 0000 3155')
    const step = page.getByRole('dialog', { name: 'Confirm with your bank' })
    await expect(step.getByRole('button', { name: 'Confirm' })).toBeFocused()
    await expect(step).toHaveCSS('opacity', '1')
    await expectAccessible(page, 'second step')
    await step.getByRole('button', { name: 'Refuse' }).click()
    await expect(step.getByRole('alert')).toHaveText('Your bank did not confirm this. Try again, or use another card.')
    await step.getByRole('button', { name: 'Confirm' }).click()
    await expect(step).toBeHidden()
    await expect(cardsIn(dialog)).toHaveText(/Visa ending in 3155Default/)
  })

  await test.step('another card becomes the default and the first one is deleted', async () => {
    await dialog.getByRole('button', { name: 'Add Payment Method' }).click()
    await submitCard(dialog, '5555 5555 5555 4444')
    await expect(cardsIn(dialog)).toHaveCount(2)
    await expect(dialog.getByRole('button', { name: 'Add Payment Method' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Set Default: Mastercard ending in 4444' }).click()
    await expect(cardsIn(dialog).first()).toHaveText(/Mastercard ending in 4444Default/)
    const remove = dialog.getByRole('button', { name: 'Delete Visa ending in 3155' })
    await remove.click()
    const question = page.getByRole('dialog', { name: 'Delete payment method' })
    await expect(question).toContainText('Delete Visa ending in 3155?')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog).toBeVisible()
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(cardsIn(dialog)).toHaveCount(1)
    await expectAccessible(page, 'payment methods')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(part(page, 'Payment Method')).toContainText('Mastercard ending in 4444')
  })
})

test('an owner chooses a plan, pays it, changes it after its preview, and gets an invoice for each payment', async ({
  page,
  product,
  context,
}) => {
  test.slow()
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await page.goto('/billing')
  await expect(part(page, 'Current Plan')).toContainText('No plan yet')

  await test.step('choosing a plan without a payment method asks for one and remembers the plan', async () => {
    await planCard(page, 'Basic').getByRole('button', { name: 'Choose Basic' }).click()
    const required = page.getByRole('dialog', { name: 'Payment Method Required' })
    await expect(required).toContainText('Basic costs $29 a month.')
    await expectAccessible(page, 'payment method required')
    await required.getByRole('button', { name: 'Add Payment Method' }).click()
    await submitCard(page.getByRole('dialog', { name: 'Payment Methods' }), '4242 4242 4242 4242')
    const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
    await expect(confirm).toContainText('Subscribe to Basic for $29 a month? $29.00 is charged now.')
    await confirm.getByRole('button', { name: 'Subscribe' }).click()
    await expect(confirm).toBeHidden()
    await expect(part(page, 'Current Plan')).toContainText('Active')
    await expect(part(page, 'Current Plan')).toContainText('until your plan renews')
    await expect(part(page, 'Billing History').getByRole('row').nth(1)).toContainText('$29.00')
  })

  await test.step('the preview of a plan change shows the cost to the day', async () => {
    await planCard(page, 'Enterprise').getByRole('button', { name: 'Change to Enterprise' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
    const summary = confirm.getByRole('region', { name: 'Billing summary' })
    // On the first day of a period, the full prices of both plans are credited and charged.
    for (const line of [
      'Current plan: Basic$29.00',
      'New plan: Enterprise$149.00',
      'Credit for Basic-$29.00',
      'Charge for Enterprise$149.00',
      'Due now$120.00',
    ]) {
      await expect(summary).toContainText(line)
    }
    await expect(summary).toContainText(/Days remaining(\d+) of \1/)
    await expect(summary).toContainText(/Next invoice on \d\d\/\d\d\/\d{4}\$149\.00/)
    await expectAccessible(page, 'confirm plan change')
    await confirm.getByRole('button', { name: 'Confirm Change' }).click()
    await expect(confirm).toBeHidden()
    await expect(part(page, 'Current Plan')).toContainText('Enterprise')
    await expect(part(page, 'Current Plan')).toContainText('0 sessions in this period, no limit')
    await expect(planCard(page, 'Enterprise')).toContainText('Current plan')
  })

  await test.step('an owner downloads invoices and loads ten more at a time', async () => {
    const history = part(page, 'Billing History')
    await expect(history.getByRole('row')).toHaveCount(3)
    await expect(history.getByRole('columnheader')).toHaveText([
      'Date',
      'Description',
      'Amount',
      'Status',
      'Invoice',
      'Actions',
    ])
    const newest = history.getByRole('row').nth(1)
    await expect(newest).toContainText(dateInDays(0))
    await expect(newest).toContainText('$120.00')
    await expect(newest).toContainText('Paid')
    const link = newest.getByRole('link', { name: /^Download invoice-/ })
    const name = ((await link.getAttribute('aria-label')) ?? '').replace('Download ', '')
    await expect(link).toHaveAttribute('target', '_blank')
    const asked: string[] = []
    context.on('request', (request) => void (request.url().endsWith('/file') && asked.push(request.url())))
    // The link opens in its own tab, which the download closes.
    const [file] = await Promise.all([page.waitForEvent('download'), context.waitForEvent('page'), link.click()])
    expect(file.suggestedFilename()).toBe(name)
    expect(asked).toHaveLength(1)
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')

    for (let change = 0; change < 9; change++) {
      await choosePlan(page, product, change % 2 === 0 ? 'professional' : 'enterprise', true)
    }
    await page.reload()
    await expect(history.getByRole('row')).toHaveCount(11)
    await expectAccessible(page, 'billing history')
    await history.getByRole('button', { name: 'Load More Invoices' }).click()
    await expect(history.getByRole('row')).toHaveCount(12)
    await expect(history.getByRole('button', { name: 'Load More Invoices' })).toBeHidden()
    await expect(history.getByRole('table')).toBeFocused()
    await expect(history.getByRole('row').last()).toContainText('$29.00')
  })
})

test('an owner cancels a subscription at the end of its period and reactivates it', async ({ page, product }) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await addCard(page, product)
  await choosePlan(page, product, 'professional', false)
  await page.goto('/billing')
  const quick = part(page, 'Quick Actions')
  const current = part(page, 'Current Plan')
  await quick.getByRole('button', { name: /^Cancel Subscription/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
  await expect(dialog.getByRole('button', { name: 'Keep Subscription' })).toBeFocused()
  await expect(dialog).toContainText(/Professional stays yours until \d\d\/\d\d\/\d{4}\./)
  await expectAccessible(page, 'cancel subscription')
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
  const plans = page.getByRole('heading', { name: 'Available Plans' })
  await expect(plans).toBeFocused()
  await expect(dialog).toBeHidden()
  await expect(current).toContainText('Ends with the period')
  await expect(current).toContainText(/Access until\d\d\/\d\d\/\d{4}/)
  await expect(current).toContainText('until your plan ends')

  await page.reload()
  await expect(current).toContainText('Ends with the period')
  await quick.getByRole('button', { name: /^Reactivate Subscription/ }).click()
  await expect(page.getByText('Your subscription continues.')).toBeVisible()
  await expect(current).toContainText('until your plan renews')
  await expect(quick.getByRole('button', { name: /^Cancel Subscription/ })).toBeVisible()
  await expect(plans).toBeFocused()
})

test('a failed charge changes nothing and shows a message', async ({ page, product }) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await endSubscription(product, person)
  await addCard(page, product, '4000000000000341')
  await page.goto('/billing')
  await planCard(page, 'Professional').getByRole('button', { name: 'Choose Professional' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Plan Change' })
  await confirm.getByRole('button', { name: 'Subscribe' }).click()
  await expect(confirm.getByRole('alert')).toHaveText('Your card was declined. Use another card, or ask your bank.')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(part(page, 'Current Plan')).toContainText('No plan yet')
})
