import { demoClients } from '#server/features/demo/members-and-clients.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'
import { quotes, section, sentences } from './steps.ts'
import { part, planCard } from './subscription.ts'

const { firstName, lastName } = demoClients.find(({ isRecorded }) => isRecorded) ?? { firstName: '', lastName: '' }
const recorded = `${firstName} ${lastName}`

test.use({ expectedErrors: [/status of 503 .*\/api\/demo\)$/] })

test('one click opens the demo practice with a client, a note and its audio, and its settings cannot be changed', async ({
  page,
  product,
}) => {
  test.slow()
  await page.goto('/login')
  const enter = page.getByRole('button', { name: 'Explore the demo practice' })
  // Two hundred notes are drafted. On a busy machine a visitor is asked to try again after a minute.
  await expect(async () => {
    if ((await enter.isVisible()) && (await enter.isEnabled())) await enter.click()
    await expect(page).toHaveURL(`${product.url}/`, { timeout: 5_000 })
  }).toPass({ timeout: 240_000 })
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search clients' }).fill(recorded)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('table').getByRole('link', { name: /View/ }).click()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await page
    .getByRole('list', { name: 'Sessions' })
    .getByRole('link', { name: /Note ready|Needs review/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/notes\//)
  await expect(page.getByRole('article', { name: 'Note' })).toBeVisible()
  await sentences(page).first().click()
  const source = quotes(page).first()
  await expect(source.getByRole('blockquote')).toBeVisible()
  await expect(section(page, 'Disclaimer')).toContainText('does not replace professional clinical judgment')
  const partial = page.waitForResponse((response) => response.url().includes('/media/') && response.status() === 206)
  await source.getByRole('button', { name: /^Play / }).click()
  await partial
  await expect(source.getByRole('button', { name: 'Stop' })).toBeVisible()

  await test.step('the demo practice shows all settings but offers no changes', async () => {
    await page.goto('/settings?tab=organization')
    await expect(page.getByText('The demo practice is shared, so its name')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Team Members' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /Invite|Rename|Remove|Transfer/ })).toHaveCount(0)
    const invitations = page.getByRole('table', { name: 'Pending Invitations' })
    await expect(invitations.getByRole('row').filter({ hasText: 'ines.farrow@harbourstreet.example' })).toBeVisible()
    await expect(invitations.getByRole('button')).toHaveCount(0)
  })

  await test.step('billing in the demo practice is read-only', async () => {
    await page.goto('/billing')
    const main = page.getByRole('main')
    await expect(main).toContainText('The demo practice is shared, so they cannot be changed.')
    await expect(page.getByRole('note').filter({ hasText: 'Demo data' })).toContainText('nothing is charged')
    await expect(part(page, 'Current Plan')).toContainText('Enterprise')
    await expect(part(page, 'Payment Method')).toContainText('Visa ending in 4242')
    await expect(part(page, 'Payment Method')).toContainText('Mastercard ending in 4444')
    await expect(planCard(page, 'Basic')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Billing History' }).getByRole('row')).toHaveCount(4)
    await expect(main.getByRole('button')).toHaveCount(0)
    await expectAccessible(page, 'billing in the demo practice')
  })

  await test.step('the shared accounts of the demo practice cannot change their credentials', async () => {
    await page.goto('/profile?tab=security')
    await expect(page.getByText('their sign-in cannot be changed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set Up' })).toBeHidden()
  })
})
