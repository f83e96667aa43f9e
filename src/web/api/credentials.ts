import { request } from './auth.ts'

// These routes are not part of the contract, like those of better-auth.

/** Changes the password and signs out all other devices. */
export async function changePassword(password: string, newPassword: string): Promise<void> {
  await request('POST', 'auth/credentials/password', 'Your password could not be changed', { password, newPassword })
}

/** Mails a code to the new address. */
export async function beginEmailChange(email: string, password: string): Promise<void> {
  await request('POST', 'auth/credentials/email', 'The code could not be sent', { email, password })
}

/** Submits the code and so changes the account's email address. */
export async function finishEmailChange(code: string): Promise<void> {
  await request('POST', 'auth/credentials/email/confirm', 'Your email address could not be changed', { code })
}
