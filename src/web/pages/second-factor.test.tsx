import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { owner, passwordOnly } from '#web/testing/account.ts'
import { badGateway, fail } from '#web/testing/fake-server.ts'
import { openPage, server } from '#web/testing/open-page.tsx'

const other = { organizationId: '0b0c7a86-6f3c-4f3e-9a54-0d6a4a4d1d71', name: 'Harbour', role: 'therapist' as const }

const closed = {
  me: () => ({ ...owner, organization: null, closedOrganization: 'Northside Clinic' }),
  secondFactor: () => ({ ...passwordOnly, requiredBy: ['Northside Clinic'] }),
}

test('the page of a required second factor offers the other organizations of the user', async () => {
  const asked: string[] = []
  const user = openPage('/second-factor', {
    accounts: closed,
    organizations: {
      mine: () => [{ ...other, isCurrent: false }],
      switch: ({ organizationId }) => {
        asked.push(organizationId)
        return fail('organization_unknown')
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Switch to Harbour' }))
  await screen.findByRole('alert')
  expect(asked).toEqual([other.organizationId])
})

test('the page of a required second factor reports if the other organizations fail to load', async () => {
  const user = openPage('/second-factor', { accounts: closed, organizations: { mine: badGateway } })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load your organizations')
  server.reply({ organizations: { mine: () => [{ ...other, isCurrent: false }] } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Switch to Harbour' })).toBeInTheDocument()
})

test('the page of a required second factor names no other organizations if there are none', async () => {
  openPage('/second-factor', { accounts: closed, organizations: { mine: () => [] } })
  await screen.findByRole('heading', { name: 'Set up a second factor' })
  await expect.poll(() => server.calls).toContain('organizations.mine')
  expect(screen.queryByText('Your other organizations')).toBeNull()
})
