import { expect, newPerson, test } from './fixtures.ts'

test('a new therapist signs up step by step, can go back to earlier steps, and reaches the dashboard', async ({
  page,
  product,
}) => {
  const person = newPerson()
  await page.goto('about:blank')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome to Attend' })).toBeVisible()
  await expect(page).toHaveURL(`${product.url}/login`)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByLabel('First Name').fill('Robin')
  await page.getByLabel('Last Name').fill('Hale')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Clinic Name')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('First Name')).toHaveValue('Robin')
  // The account exists, so there is no way back to its credentials.
  await page.goBack()
  await expect(page.getByLabel('Last Name')).toHaveValue('Hale')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByLabel('Clinic Name').fill('Harbour Practice')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('radio', { name: 'Masters' }).check()
  await page.getByRole('button', { name: 'Finish' }).click()

  await expect(page).toHaveURL(`${product.url}/`)
  await page.getByRole('dialog', { name: 'Welcome to Attend' }).getByRole('button', { name: 'Get Started' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Robin')
  const account = async () => (await page.request.get('/api/me')).json()
  await expect.poll(account).toMatchObject({
    email: person.email,
    firstName: 'Robin',
    lastName: 'Hale',
    licenseType: 'Masters',
    welcomeVideoSeen: true,
    // The browser's time zone.
    timeZone: 'Europe/Berlin',
    organization: { name: 'Harbour Practice', role: 'owner' },
  })
})
