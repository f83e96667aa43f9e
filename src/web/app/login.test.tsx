import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { errors } from '#shared/contract/errors.ts'
import { accountHeader } from '#shared/rules/viewing.ts'
import { owner, setup } from '#web/testing/account.ts'
import { dialog, fill, server } from '#web/testing/open-page.tsx'
import { LoginPage } from '#web/pages/login.tsx'

function openLogin(resumed: string | null = null) {
  window.history.replaceState(null, '', '/login')
  render(
    <MantineProvider>
      <LoginPage setup={setup} resumed={resumed} startsWithSignUp={false} destination="/" />
    </MantineProvider>,
  )
  return userEvent.setup({ delay: null })
}

test('a typed email address remains when the user switches between log-in, sign-up and forgotten password, whose confirmation has the focus', async () => {
  const user = openLogin()
  const email = () => screen.findByRole('textbox', { name: 'Email' })
  await fill(user, await email(), 'ada@example.test')
  await fill(user, screen.getByLabelText('Password'), 'seven amber lanterns')
  await user.click(screen.getByRole('link', { name: 'Sign up' }))
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeInTheDocument()
  const ofSignUp = await screen.findByRole('form', { name: 'Sign up' })
  expect(await email()).toHaveValue('ada@example.test')
  expect(ofSignUp.querySelector('input[autocomplete="new-password"]')).toHaveValue('')
  expect(window.location.href).not.toContain('ada')
  await fill(user, await email(), 'robin@example.test')
  await user.click(screen.getByRole('link', { name: 'Log in' }))
  await screen.findByRole('form', { name: 'Log in' })
  expect(await email()).toHaveValue('robin@example.test')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  const forgot = await dialog(/password/i)
  expect(forgot.getByRole('textbox', { name: /email/i })).toHaveValue('robin@example.test')
  server.replyOutside({ 'POST /api/auth/request-password-reset': () => Response.json({}) })
  await user.click(forgot.getByRole('button', { name: 'Send reset link' }))
  const sentDialog = await dialog('Check Your Email')
  expect(sentDialog.getAllByRole('button', { name: 'Close' }).at(-1)).toHaveFocus()
})

test('the focus moves to the way back when a second step has taken too long', async () => {
  server.replyOutside({
    'POST /api/auth/sign-in/email': () => Response.json({ twoFactorRedirect: true }),
    'POST /api/auth/two-factor/verify-totp': () =>
      Response.json({ code: 'sign_in_expired', message: errors.sign_in_expired[1] }, { status: 401 }),
  })
  const user = openLogin()
  await fill(user, await screen.findByRole('textbox', { name: 'Email' }), 'ada@example.test')
  await fill(user, screen.getByLabelText('Password'), 'seven amber lanterns')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await fill(user, await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(errors.sign_in_expired[1])
  expect(screen.getByRole('button', { name: '← Back to login' })).toHaveFocus()
})

test('a step of the sign-up is saved only for the account that the page shows', async () => {
  const named: (string | null)[] = []
  const [status, message] = errors.account_changed
  server.replyOutside({
    'PATCH /api/me': ({ headers }) => {
      named.push(headers.get(accountHeader))
      return Response.json({ code: 'account_changed', message }, { status })
    },
  })
  const user = openLogin(owner.id)
  await fill(user, await screen.findByRole('textbox', { name: /First Name/i }), 'Ada')
  await fill(user, screen.getByRole('textbox', { name: /Last Name/i }), 'Hale')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(named).toEqual([owner.id])
  expect(screen.getByRole('textbox', { name: /First Name/i })).toHaveValue('Ada')
})
