import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import SignUpForm from './sign-up-form.tsx'

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
