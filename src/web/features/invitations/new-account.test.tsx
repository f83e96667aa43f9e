import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { owner } from '#web/testing/account.ts'
import { fail } from '#web/testing/fake-server.ts'
import { fill, server } from '#web/testing/open-page.tsx'
import { NewAccount } from './new-account.tsx'

/** Creates an account for Ada Moss with a link that was not mailed, so a code must confirm her address. */
async function createAccount() {
  server.reply({ invitations: { accept: () => ({ organizationId: null }) } })
  const user = userEvent.setup({ delay: null })
  render(
    <MantineProvider>
      <NewAccount
        secret="secret"
        offer={{
          email: 'ada@example.test',
          organizationName: 'Harbour Street',
          inviterName: 'Robin Hale',
          role: 'therapist',
          expiresAt: '2030-01-08T09:00:00.000Z',
          isMailed: false,
        }}
        logInAddress="/login"
      />
    </MantineProvider>,
  )
  await fill(user, screen.getByLabelText(/^Create a password/), 'seven amber lanterns drift')
  await fill(user, screen.getByLabelText(/^First Name/), 'Ada')
  await fill(user, screen.getByLabelText(/^Last Name/), 'Moss')
  await user.click(screen.getByRole('checkbox', { name: /^I am pre-licensed/ }))
  await user.click(screen.getByRole('button', { name: 'Accept Invitation' }))
  expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeInTheDocument()
  return user
}

test('the names of an invited user count as unsaved work while the email address is being confirmed', async () => {
  await createAccount()
  expect(hasUnsavedWork()).toBe(true)
})

test('the name and profile of an invited user are saved by the request that joins', async () => {
  const user = await createAccount()
  const joined = vi.fn()
  server.reply({
    accounts: { confirmEmail: () => owner },
    invitations: {
      join: ({ profile }) => {
        joined(profile)
        return fail('invitation_over', { status: 'expired' })
      },
    },
  })
  await fill(user, screen.getByLabelText('Code'), '12345678')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('This invitation is no longer valid (status: expired)')).toBeInTheDocument()
  const profile = { firstName: 'Ada', lastName: 'Moss', credentials: '', isPrelicensed: true }
  expect(joined.mock.calls).toEqual([[expect.objectContaining(profile)]])
})
