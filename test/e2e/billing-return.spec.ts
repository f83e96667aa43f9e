import { expectAccessible } from './expect-accessible.ts'
import { appears, disappears, pauseClock } from './clock.ts'
import { expect, signIn, test } from './fixtures.ts'
import { endAtProvider, openBilling, part, planCard, wholePage } from './subscription.ts'
import { addMember } from './team.ts'

test.use(wholePage)

test('returning from checkout shows a banner for five seconds', async ({ page, product }) => {
  await page.clock.install()
  await signIn(page, product)
  await openBilling(page)
  let asked = 0
  page.on('request', (request) => void (new URL(request.url()).pathname === '/api/billing' && asked++))
  for (const [flags, title, isRefreshed] of [
    ['success=true&session_id=cs_test_1', 'Checkout Complete', true],
    ['trial_created=true', 'Free Trial Started', true],
    ['canceled=true', 'Checkout Canceled', false],
  ] as const) {
    await test.step(flags, async () => {
      await pauseClock(page)
      await page.goto(`/billing?${flags}`)
      const banner = page.getByRole('status').filter({ hasText: title })
      await appears(page, part(page, 'Current Plan').getByText('Free trial', { exact: true }))
      const before = asked
      await page.clock.runFor(4000)
      await expect(banner).toBeVisible()
      await page.clock.runFor(1000)
      await disappears(page, banner)
      await expect(page).toHaveURL(`${product.url}/billing`)
      if (isRefreshed) await expect.poll(() => asked).toBeGreaterThan(before)
      else expect(asked).toBe(before)
      await page.goBack()
      await expect(page).not.toHaveURL(/canceled|success|trial_created/)
      await page.clock.resume()
    })
  }
})

test('the banner after returning from checkout meets the accessibility rules', async ({ page, product }) => {
  await signIn(page, product)
  await openBilling(page)
  // The banner stays during the check.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms === 5000 ? 0 : later(run, ms)) })
  })
  for (const [flag, title] of [
    ['success', 'Checkout Complete'],
    ['canceled', 'Checkout Canceled'],
  ] as const) {
    await page.goto(`/billing?${flag}=true`)
    await expect(part(page, 'Current Plan')).toContainText('Free trial')
    await expectAccessible(page, title)
    await expect(page.getByRole('status').filter({ hasText: title })).toBeVisible()
  }
})

test("returning from checkout shows the provider's state before its webhook arrives", async ({ page, product }) => {
  const person = await signIn(page, product)
  await openBilling(page)
  await endAtProvider(product, person)
  await page.reload()
  await expect(part(page, 'Current Plan')).toContainText('Free trial')
  await page.goto('/billing?success=true')
  await expect(part(page, 'Current Plan')).toContainText('The free trial has ended')
})

test('members see their plan, the available plans, and who chooses the plan, but no actions', async ({
  page,
  product,
  browser,
}) => {
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  await openBilling(page)
  const { page: theirs, context } = await addMember(page, browser, product, 'therapist', { firstName: 'Theo' })
  await theirs.goto('/billing')
  await expect(part(theirs, 'Current Plan')).toContainText('Professional')
  await expect(planCard(theirs, 'Basic')).toContainText('20 sessions a month')
  await expect(theirs.getByRole('main')).toContainText('Olive Owner (Owner) chooses the plan and pays it.')
  await expect(theirs.getByRole('main').getByRole('button')).toHaveCount(0)
  for (const name of ['Payment Method', 'Quick Actions', 'Billing History']) {
    await expect(part(theirs, name)).toHaveCount(0)
  }
  await expectAccessible(theirs, "a member's view of billing")
  await context.close()

  await test.step('an owner who views data as a member sees the same as that member', async () => {
    await page.getByRole('button', { name: /profile menu/ }).click()
    await page.getByRole('menuitem', { name: 'View as…' }).click()
    await page.getByRole('dialog', { name: 'View as' }).getByRole('button', { name: /Theo/ }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Viewing data as' })).toBeVisible()
    await page.goto('/billing')
    await expect(part(page, 'Current Plan')).toContainText('Professional')
    await expect(page.getByRole('main')).toContainText('payment methods and invoices are not shown')
    await expect(planCard(page, 'Basic')).toBeVisible()
    await expect(part(page, 'Available Plans').getByRole('button')).toHaveCount(0)
    await expect(part(page, 'Billing History')).toHaveCount(0)
  })
})
