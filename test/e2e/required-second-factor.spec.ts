import { codeOf } from '#test/authenticator-app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { inDatabase } from './database.ts'
import { expect, signIn, signInAgain, test } from './fixtures.ts'
import { addClient } from './steps.ts'

test.use({ expectedErrors: [/status of 403 /] })

test('an owner requires a second factor, and a member has to set one up before any access', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  const owner = await signIn(page, product)
  await page.goto('/settings?tab=organization')
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Require a second factor?' })
  await expect(dialog).toContainText('You have no second factor yourself.')
  await expect(dialog.getByRole('button', { name: 'Require', exact: true })).toBeDisabled()
  await inDatabase(
    product,
    `insert into auth_passkeys (user_id, name, public_key, credential_id, counter, device_type, backed_up)
      select id, 'Laptop', 'key', id::text, 0, 'singleDevice', false from users where email = $1`,
    [owner.email],
  )
  await inDatabase(
    product,
    'update auth_sessions set second_factor_at = now() where user_id = (select id from users where email = $1)',
    [owner.email],
  )
  await page.reload()
  await page.getByRole('button', { name: 'Require a second factor' }).click()
  await dialog.getByRole('button', { name: 'Require', exact: true }).click()
  await expect(page.getByText('A second factor is now required.')).toBeVisible()
  await expect(page.getByText('Required of all members')).toBeVisible()
  await addClient(page, product)

  const context = await browser.newContext({ baseURL: product.url })
  const theirs = await context.newPage()
  const member = await signIn(theirs, product)
  await inDatabase(
    product,
    `insert into organization_members (organization_id, user_id, role)
      select o.id, u.id, 'therapist' from organizations o, users u, users owner
      where o.owner_id = owner.id and owner.email = $1 and u.email = $2`,
    [owner.email, member.email],
  )
  await inDatabase(
    product,
    `update users set current_organization_id = (select o.id from organizations o join users w on w.id = o.owner_id where w.email = $1)
      where email = $2`,
    [owner.email, member.email],
  )
  await theirs.goto('/clients')
  await expect(theirs).toHaveURL(/\/second-factor$/)
  await expect(theirs.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectAccessible(theirs, 'second factor')
  await theirs.getByRole('button', { name: 'Set Up' }).click()
  const setUp = theirs.getByRole('dialog', { name: 'Set up an authenticator app' })
  await setUp.getByRole('textbox', { name: 'Your password' }).fill(member.password)
  await setUp.getByRole('button', { name: 'Continue' }).click()
  const key = (await setUp.locator('code').innerText()).replace(/\s/g, '')
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(`otpauth://totp/Attend?secret=${key}`))
  await setUp.getByRole('button', { name: 'Switch On' }).click()
  const codes = theirs.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs).toHaveURL(`${product.url}/`)
  await expect(theirs.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()

  const otherDevice = await (await browser.newContext({ baseURL: product.url })).newPage()
  await signInAgain(otherDevice, product, member)
  await otherDevice.goto('/')
  await expect(otherDevice).toHaveURL(/\/login/)
  await context.close()
})
