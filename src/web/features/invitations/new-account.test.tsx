import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { fill, server } from '#web/testing/open-page.tsx'
import { NewAccount } from './new-account.tsx'

test('the names of an invited user count as unsaved work while the email address is being confirmed', async () => {
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
  await user.click(screen.getByRole('button', { name: 'Accept Invitation' }))
  expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeInTheDocument()
  expect(hasUnsavedWork()).toBe(true)
})
