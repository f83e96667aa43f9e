import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { addClient } from './steps.ts'
import { invite, addMember } from './team.ts'

async function openOrganization(page: Page): Promise<Locator> {
  await page.goto('/settings?tab=organization')
  const team = page.getByRole('table', { name: 'Team Members' })
  await expect(team).toBeVisible()
  return team
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test("an owner changes roles and supervisors, and each member's view changes with them", async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  const sue = await addMember(page, browser, product, 'therapist', { firstName: 'Sue', lastName: 'Pervisor' })
  await addClient(theo.page, product, 'Ada', 'Moss')
  await sue.page.goto('/clients')
  await expect(sue.page.getByText('0 active, 0 archived')).toBeVisible()

  const team = await openOrganization(page)
  await expect(team.getByRole('row')).toHaveText([
    /^NameEmailRole/,
    /Olive Owner \(you\)/,
    /Sue Pervisor/,
    /Theo Therapist/,
  ])
  await test.step('the last owner cannot be demoted', async () => {
    const ownRow = team.getByRole('row').filter({ hasText: '(you)' })
    await expect(ownRow).toContainText('Owner')
    await expect(ownRow.getByRole('button')).toHaveCount(0)
    await expect(ownRow.getByRole('combobox')).toHaveCount(0)
  })
  await expect(
    page.getByText('No supervisors available for assignment. Promote members to supervisor role first.'),
  ).toBeVisible()
  await choose(page, 'Role of Sue Pervisor', 'Supervisor')
  await expect(page.getByText('Sue Pervisor is now a supervisor.')).toBeVisible()
  const assignment = page.getByRole('combobox', { name: 'Supervisor of Theo Therapist' })
  await expect(assignment).toHaveValue('No Supervisor')
  await choose(page, 'Supervisor of Theo Therapist', 'Sue Pervisor')
  await expect(page.getByText('Sue Pervisor now supervises Theo Therapist.')).toBeVisible()
  await expect(assignment).toHaveValue('Sue Pervisor')
  await expectAccessible(page, 'organization settings of an owner')

  await sue.page.goto('/clients')
  await expect(sue.page.getByRole('row').filter({ hasText: 'Ada Moss' })).toBeVisible()
  await test.step('a change with consequences asks for a confirmation', async () => {
    await choose(page, 'Role of Sue Pervisor', 'Therapist')
    const question = page.getByRole('dialog', { name: 'Make Sue Pervisor a therapist?' })
    await expect(question).toContainText('The therapist they supervise will have no supervisor.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('combobox', { name: 'Role of Sue Pervisor' })).toHaveValue('Supervisor')
    await choose(page, 'Role of Sue Pervisor', 'Admin')
    await question.page().getByRole('button', { name: 'Change Role' }).click()
    await expect(page.getByText('Sue Pervisor is now an admin.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Role of Sue Pervisor' })).toBeFocused()
  })
  await test.step('an admin cannot change an owner', async () => {
    const theirs = await openOrganization(sue.page)
    await expect(theirs.getByRole('button', { name: 'Remove Theo Therapist' })).toBeVisible()
    await expect(theirs.getByRole('row').filter({ hasText: 'Olive' }).getByRole('combobox')).toHaveCount(0)
    await expect(theirs.getByRole('button', { name: 'Remove Olive Owner' })).toHaveCount(0)
    await sue.page.getByRole('combobox', { name: 'Role of Theo Therapist' }).click()
    await expect(sue.page.getByRole('option')).toHaveText(['Therapist', 'Supervisor', 'Admin'])
  })
})

test('a removed member loses access with the next click, and a colleague gets their clients', async ({
  page,
  browser,
  product,
}) => {
  test.slow()
  await signIn(page, product, { firstName: 'Olive', lastName: 'Owner' })
  const theo = await addMember(page, browser, product, 'therapist', { firstName: 'Theo', lastName: 'Therapist' })
  await addMember(page, browser, product, 'therapist', { firstName: 'Tess', lastName: 'Other' })
  const ada = await addClient(theo.page, product, 'Ada', 'Moss')
  await addClient(theo.page, product, 'Ben', 'Stone')
  await theo.page.goto('/clients')
  await expect(theo.page.getByRole('link', { name: 'View Ada Moss' })).toBeVisible()

  const team = await openOrganization(page)
  await team.getByRole('button', { name: 'Remove Theo Therapist' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Theo Therapist' })
  await expect(question.getByText('Are you sure you want to remove this member from the organization?')).toBeVisible()
  await expectAccessible(page, 'remove member')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(team.getByRole('button', { name: 'Remove Theo Therapist' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove' }).dblclick()
  await expect(page.getByText('Theo Therapist was removed.')).toBeVisible()
  await expect(team.getByText('Theo Therapist')).toHaveCount(0)
  await expect(team).toBeFocused()

  await test.step('the removed member loses access with the next click', async () => {
    await theo.page.getByRole('link', { name: 'View Ada Moss' }).click()
    await expect(theo.page.getByText('You are not a member of any organization.')).toBeVisible()
    await expect(theo.page.getByText('Ada Moss')).toHaveCount(0)
    await theo.page.goto('/settings?tab=organization')
    await expect(theo.page.getByText('You are not a member of any organization.')).toBeVisible()
    await expectAccessible(theo.page, 'settings without an organization')
  })

  const former = page.getByRole('table', { name: 'Former members' })
  const clientsOfTheo = former.getByRole('row').filter({ hasText: 'Theo Therapist' }).getByRole('cell').nth(3)
  await expect(clientsOfTheo).toHaveText('2')
  await expectAccessible(page, 'former members')
  const transferDialog = page.getByRole('dialog', { name: 'Transfer clients of Theo Therapist to a colleague' })
  await test.step('the owner transfers one client', async () => {
    await former.getByRole('button', { name: 'Transfer clients of Theo Therapist to a colleague' }).click()
    await expect(transferDialog.getByRole('checkbox', { name: 'All 2 clients' })).toBeChecked()
    await transferDialog.getByRole('checkbox', { name: 'Ben Stone' }).uncheck()
    await transferDialog.getByRole('button', { name: 'Transfer 1 client' }).click()
    await expect(transferDialog.getByText('Choose a colleague.')).toBeVisible()
    await transferDialog.getByRole('combobox', { name: 'Colleague' }).click()
    await page.getByRole('option', { name: 'Tess Other, Therapist' }).click()
    await expectAccessible(page, 'transfer clients')
    await transferDialog.getByRole('button', { name: 'Transfer 1 client' }).click()
    await expect(page.getByText('1 client was transferred to Tess Other.')).toBeVisible()
    await expect(clientsOfTheo).toHaveText('1')
  })
  await test.step('the owner transfers the remaining clients', async () => {
    await former.getByRole('button', { name: 'Transfer clients of Theo Therapist to a colleague' }).click()
    await expect(transferDialog.getByRole('checkbox', { name: 'Ada Moss' })).toHaveCount(0)
    await expect(transferDialog.getByRole('checkbox', { name: 'All 1 client' })).toBeChecked()
    await transferDialog.getByRole('combobox', { name: 'Colleague' }).click()
    await page.getByRole('option', { name: 'Olive Owner, Owner' }).click()
    await transferDialog.getByRole('button', { name: 'Transfer 1 client' }).click()
    await expect(former).toHaveCount(0)
    await expect(team).toBeFocused()
  })
  await test.step('an owner transfers a single client from its page', async () => {
    await page.goto(`/clients/${ada.id}`)
    await expect(page.getByText('Therapist: Tess Other.')).toBeVisible()
    await page.getByRole('button', { name: 'Transfer to…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Transfer Ada Moss' })
    await dialog.getByRole('combobox', { name: 'New therapist' }).click()
    await expect(page.getByRole('option')).toHaveText(['Olive Owner, Owner'])
    await page.getByRole('option', { name: 'Olive Owner' }).click()
    await expectAccessible(page, 'transfer client')
    await dialog.getByRole('button', { name: 'Transfer' }).click()
    await expect(page.getByText('Ada Moss was transferred to Olive Owner.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start a session' })).toBeVisible()
  })
})

test('a long name of a member without a space wraps, so that every column stays in the panel', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, product, { firstName: 'O'.repeat(100), lastName: 'Owner' })
  const theo = await addMember(page, browser, product, 'therapist', {
    firstName: 'T'.repeat(100),
    lastName: 'Therapist',
  })
  await invite(page, product, { email: `${randomUUID()}@example.test`, role: 'therapist' })
  await addClient(theo.page, product, 'Ada', 'Moss')
  const fits = (name: string) =>
    expect
      .poll(() =>
        page
          .getByRole('table', { name })
          .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
      )
      .toBeLessThanOrEqual(0)
  const team = await openOrganization(page)
  await fits('Team Members')
  await fits('Pending Invitations')
  await team.getByRole('button', { name: /^Remove T/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await fits('Former members')
})
