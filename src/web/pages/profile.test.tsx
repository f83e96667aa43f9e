import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import { owner } from '#web/testing/account.ts'
import { badGateway } from '#web/testing/fake-server.ts'
import { fill, openPage, server } from '#web/testing/open-page.tsx'

test('a profile that fails to load or save shows the reason and keeps the typed text', async () => {
  const user = openPage('/help')
  await user.click(await screen.findByRole('button', { name: /profile menu$/ }))
  server.reply({ accounts: { me: badGateway, update: badGateway } })
  await user.click(await screen.findByRole('menuitem', { name: 'My Profile' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load profile')
  server.reply({ accounts: { me: () => owner } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  const lastName = await screen.findByLabelText(/^Last Name/)
  await fill(user, lastName, 'Vale')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update profile')
  expect(lastName).toHaveValue('Vale')
  server.reply({ accounts: { update: (changes) => ({ ...owner, ...changes }) } })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument()
})

test('a co-signature that the organization requires cannot be turned off', async () => {
  const organization = { ...organizationOf(owner), role: 'therapist' as const, isPrelicensed: true }
  openPage('/profile', { accounts: { me: () => ({ ...owner, organization }) } })
  const box = await screen.findByRole('checkbox', { name: 'I am pre-licensed: a supervisor co-signs my notes.' })
  expect(box).toBeChecked()
  expect(box).toBeDisabled()
  expect(box).toHaveAccessibleDescription(`Set by ${organization.name}. Only an owner or admin can change it.`)
})

function organizationOf({ organization }: Account) {
  if (organization === null) throw new Error('the account has no organization')
  return organization
}
