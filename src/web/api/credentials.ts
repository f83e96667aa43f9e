import { request } from './auth.ts'

// Routes outside the contract, like those of better-auth.

/** Also signs out all other devices. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  await request('POST', 'auth/credentials/password', 'Your password could not be changed', { password, newPassword })
}

/** Sends a code to the new address. */
export async function beginEmailChange(email: string, password: string): Promise<void> {
  await request('POST', 'auth/credentials/email', 'The code could not be sent', { email, password })
}

/** Submits the code, which changes the account's address. */
export async function finishEmailChange(code: string): Promise<void> {
  await request('POST', 'auth/credentials/email/confirm', 'Your email address could not be changed', { code })
}
