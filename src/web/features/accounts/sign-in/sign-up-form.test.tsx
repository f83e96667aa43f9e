import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { owner } from '#web/testing/account.ts'
import SignUpForm from './sign-up-form.tsx'
import SignUpStep from './sign-up-steps.tsx'

test('the sign-up form rejects an email address to which no mail can be sent', async () => {
  render(
    <MantineProvider>
      <SignUpForm typedEmail="" onEmail={() => undefined} onDone={() => Promise.resolve()} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByLabelText('Email'))
  await userEvent.paste(`${'a'.repeat(250)}@example.test`)
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Enter a valid email address.')).toBeInTheDocument()
})

test('the name step of the sign-up rejects names of invisible characters', async () => {
  render(
    <MantineProvider>
      <SignUpStep
        step="name"
        accountId={owner.id}
        answers={{ firstName: '\u200b', lastName: '\u2800' }}
        onDone={() => undefined}
      />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('First name is required.')).toBeInTheDocument()
  expect(screen.getByText('Last name is required.')).toBeInTheDocument()
})
