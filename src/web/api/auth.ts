import { errors, type ErrorCode } from '#shared/contract/errors.ts'

/** An answer of the authentication routes that was not a success. `message` is a sentence for the person. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

function text(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : ''
}

async function post(path: string, body: Readonly<Record<string, string>>, fallback: ErrorCode | string): Promise<void> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.ok) return
  const answer: unknown = await response.json().catch(() => null)
  throw new AuthError(text(answer, 'code'), text(answer, 'message') || fallback, response.status)
}

/** Signs in; the session is kept in a cookie that scripts cannot read. */
export function signIn(email: string, password: string): Promise<void> {
  return post('sign-in/email', { email, password }, errors.login_failed[1])
}

/** Creates the account and signs in. Names follow in a later step of the sign-up. */
export function signUp(email: string, password: string): Promise<void> {
  return post('sign-up/email', { email, password, name: '' }, errors.account_create_failed[1])
}

export function signOut(): Promise<void> {
  return post('sign-out', {}, 'You could not be signed out. Try again.')
}

/** Asks for the mail with the reset link. The answer is the same whether the address has an account or not. */
export function requestPasswordReset(email: string): Promise<void> {
  return post('request-password-reset', { email, redirectTo: '/reset-password' }, 'Failed to send reset email')
}

/** Sets a new password with the token of the reset link. */
export function resetPassword(newPassword: string, token: string): Promise<void> {
  return post('reset-password', { newPassword, token }, 'Failed to reset password')
}

/** Whether a reset link would still be accepted. Following it does not use it up. */
export async function isResetTokenValid(token: string): Promise<boolean> {
  const response = await fetch(
    `/api/auth/reset-password/${encodeURIComponent(token)}?callbackURL=${encodeURIComponent('/reset-password')}`,
  )
  if (!response.ok && response.status >= 500) {
    throw new AuthError('', 'Failed to validate reset link', response.status)
  }
  return new URL(response.url).searchParams.has('token')
}
