import { request } from './auth.ts'

// Routes beside the contract, like those of better-auth.

/** Signs all other devices out, too. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  await request('POST', 'auth/credentials/password', 'Your password could not be changed', { password, newPassword })
}

/** Has a code sent to the new address. */
export async function beginEmailChange(email: string, password: string): Promise<void> {
  await request('POST', 'auth/credentials/email', 'The code could not be sent', { email, password })
}

/** Gives that code; from then on the account has the new address. */
export async function finishEmailChange(code: string): Promise<void> {
  await request('POST', 'auth/credentials/email/confirm', 'Your email address could not be changed', { code })
}
