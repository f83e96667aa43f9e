import { expect, newPerson, test } from './fixtures.ts'

test('a new therapist signs up in the steps and lands on the dashboard', async ({ page, product }) => {
  const person = newPerson()
  await page.goto('/login?mode=signup')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.getByLabel('First Name').fill(person.firstName)
  await page.getByLabel('Last Name').fill(person.lastName)
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
    // The browser's.
    timeZone: 'Europe/Berlin',
    organization: { name: 'Harbour Practice', role: 'owner' },
  })
})
