import { expectAccessible } from './expect-accessible.ts'
import { expect, newPerson, signIn, test } from './fixtures.ts'
import { mark } from './admin-clinic.ts'
import { signInAsAdmin } from './platform-admin.ts'
import { addClient } from './steps.ts'
import { openOtherBrowser } from './team.ts'

const title = 'Failed Sign-ins and Refused Access'

test.use({ expectedErrors: [/status of (401|404) |net::ERR_INTERNET_DISCONNECTED/] })

test('a platform admin sees rejected requests with their user, reason and network address', async ({
  page,
  browser,
  product,
}) => {
  const owner = await openOtherBrowser(browser, product)
  const { email } = await signIn(owner, product, { firstName: 'Olive', lastName: 'Owner' })
  const client = await addClient(owner, product)
  const stranger = await openOtherBrowser(browser, product)
  const lastName = mark()
  await signIn(stranger, product, newPerson({ firstName: 'Sly', lastName }))
  await stranger.goto(`/clients/${client.id}`)
  await expect(stranger.getByText('Client not found')).toBeVisible()
  const guesser = await openOtherBrowser(browser, product)
  await guesser.goto('/login')
  await guesser.getByLabel('Email').fill(email)
  await guesser.getByRole('textbox', { name: 'Password' }).fill('not the password')
  await guesser.getByRole('button', { name: 'Log in' }).click()
  await expect(guesser.getByRole('alert')).toBeVisible()

  await signInAsAdmin(page, product)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Refused Access' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const refused = page.getByRole('row').filter({ hasText: lastName }).first()
  await expect(refused).toContainText('Refused access')
  await expect(refused).toContainText('Client unknown or not accessible')
  const failed = page.getByRole('row').filter({ hasText: email })
  await expect(failed).toContainText('Failed sign-in')
  await expect(failed).toContainText('Wrong password')
  await expect(failed).toContainText(/Chrome on Linux.*(127\.0\.0\.1|::1)/)
  // The page does not reveal which client was requested.
  await expect(page.getByRole('main')).not.toContainText(client.id)
  await expectAccessible(page, 'refused access')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Error loading failed sign-ins: Attend cannot be reached right now.',
  )
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(failed).toBeVisible()
})
