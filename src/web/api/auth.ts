import type { Account, Setup } from '#shared/contract/accounts.ts'
import { accountHeader } from '#shared/rules/viewing.ts'
import { getShownAccount } from './shown-account.ts'

// The auth app uses plain fetch: it loads before the typed client, and better-auth's routes are not part of the contract.

/** An error response. `message` is user-facing. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Fields that a sign-up step may change (`accounts.update` of the contract). */
export type AccountChanges = Partial<
  Pick<Account, 'firstName' | 'lastName' | 'clinicName' | 'phoneNumber' | 'licenseType' | 'timeZone'>
>

function text(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : ''
}

/**
 * Calls `/api/{path}`. `fallback` is the message if the response has none. The request is refused if another account
 * than `accountId` is signed in; by default, the one that the page shows.
 * @throws RequestError
 */
export async function request(
  method: string,
  path: string,
  fallback: string,
  body?: object,
  accountId = getShownAccount(),
): Promise<Response> {
  const headers = new Headers()
  if (body) headers.set('content-type', 'application/json')
  if (accountId !== null) headers.set(accountHeader, accountId)
  const response = await fetch(`/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (response.ok) return response
  throw await toRequestError(response, fallback)
}

/** Converts an error response to an error. `fallback` is the message if the response has none. */
export async function toRequestError(response: Response, fallback: string): Promise<RequestError> {
  const answer: unknown = await response.json().catch(() => null)
  return new RequestError(text(answer, 'code'), text(answer, 'message') || fallback, response.status)
}

/** Loads the signed-in account; null if the user is signed out. */
export async function fetchAccount(): Promise<Account | null> {
  try {
    const response = await request('GET', 'me', 'Failed to load account')
    return await response.json()
  } catch (error) {
    if (error instanceof RequestError && error.code === 'not_signed_in') return null
    throw error
  }
}

/** The public settings of this installation. */
export async function fetchSetup(): Promise<Setup> {
  const response = await request('GET', 'setup', 'An unexpected error occurred')
  return await response.json()
}

/** Saves a step of the sign-up of this account. @throws RequestError `account_changed` if another one is signed in */
export async function updateAccount(accountId: string, changes: AccountChanges): Promise<void> {
  await request('PATCH', 'me', 'Failed to update profile', changes, accountId)
}

/** Signs in to the demo practice. */
export async function enterDemo(): Promise<void> {
  await request('POST', 'demo', 'Login failed', {})
}

/** Checks email and password. Returns `second step` if a second factor must be verified to sign in. */
export async function signIn(email: string, password: string): Promise<'signed in' | 'second step'> {
  const response = await request('POST', 'auth/sign-in/email', 'Login failed', { email, password })
  const answer: { twoFactorRedirect?: boolean } = await response.json()
  return answer.twoFactorRedirect === true ? 'second step' : 'signed in'
}

/** Creates the account and signs in. A later sign-up step sets the names. */
export async function signUp(email: string, password: string): Promise<void> {
  await request('POST', 'auth/sign-up/email', 'Failed to create account', { email, password, name: '' })
}

export async function signOut(): Promise<void> {
  await request('POST', 'auth/sign-out', 'You could not be signed out. Try again.', {})
}

/** Requests a reset link by email. The response is the same for unknown addresses. */
export async function requestPasswordReset(email: string): Promise<void> {
  await request('POST', 'auth/request-password-reset', 'Failed to send reset email', { email })
}

/** Sets a new password with the token of the reset link. */
export async function resetPassword(newPassword: string, token: string): Promise<void> {
  await request('POST', 'auth/reset-password', 'Failed to reset password', { newPassword, token })
}

/** Returns whether a reset link is still valid, without using it up. */
export async function isResetTokenValid(token: string): Promise<boolean> {
  const response = await request('POST', 'auth/reset-password/check', 'Failed to validate reset link', { token })
  const answer: { isValid: boolean } = await response.json()
  return answer.isValid
}

/** Sends a new confirmation code by email. */
export async function sendEmailCode(): Promise<void> {
  await request('POST', 'me/email-code', 'The code could not be mailed. Ask for another one in a minute.', {})
}

/** Confirms the signed-in user's email address with the mailed code. */
export async function confirmEmail(code: string): Promise<Account> {
  const response = await request('POST', 'me/email', 'The address could not be confirmed. Try again.', { code })
  return await response.json()
}
