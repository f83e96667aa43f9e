import { request, RequestError } from './auth.ts'

// better-auth's routes are not part of the contract. Secrets and recovery codes are never cached.

/** An authenticator app whose first code has not been entered. */
export interface NewAuthenticator {
  /** The `otpauth://` address for the QR code. */
  uri: string
  /** The secret of `uri` in base32, for users who type it. */
  secret: string
  recoveryCodes: string[]
}

/** Checks the password before a change of the second factor. */
export async function checkPassword(password: string): Promise<void> {
  await request('POST', 'auth/two-factor/check-password', 'Your password could not be checked', { password })
}

export async function beginAuthenticator(password: string): Promise<NewAuthenticator> {
  const failed = 'The authenticator app could not be set up'
  const response = await request('POST', 'auth/two-factor/enable', failed, { password })
  const answer: { totpURI: string; backupCodes: string[] } = await response.json()
  const secret = new URL(answer.totpURI).searchParams.get('secret') ?? ''
  return { uri: answer.totpURI, secret, recoveryCodes: answer.backupCodes }
}

/** Verifies a code of the authenticator app or a recovery code: at sign-in, at setup, or before switching off. */
export async function verifyCode(kind: 'authenticator' | 'recovery', typed: string): Promise<void> {
  const path = kind === 'authenticator' ? 'verify-totp' : 'verify-backup-code'
  const code = kind === 'authenticator' ? typed.replace(/\s/g, '') : recoveryCode(typed)
  await request('POST', `auth/two-factor/${path}`, 'The code could not be checked', { code })
}

/** Returns a typed recovery code in lower case, without spaces, and with its hyphen. */
function recoveryCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[\s-]/g, '')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Switches off the authenticator app. The server requires a code verified within the last five minutes. */
export async function switchOffAuthenticator(password: string): Promise<void> {
  const failed = 'Two-factor sign-in could not be switched off'
  await request('POST', 'auth/two-factor/disable', failed, { password })
}

export async function renewRecoveryCodes(password: string): Promise<string[]> {
  const failed = 'New recovery codes could not be created'
  const response = await request('POST', 'auth/two-factor/generate-backup-codes', failed, { password })
  const answer: { backupCodes: string[] } = await response.json()
  return answer.backupCodes
}

/** Removes a passkey. It may have been removed in another tab. */
export async function removePasskey(id: string, password: string): Promise<void> {
  const failed = 'The passkey could not be removed'
  await request('POST', 'auth/passkey/delete-passkey', failed, { id, password }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.code !== 'passkey_unknown') throw error
  })
}
