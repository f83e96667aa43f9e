import { randomInt } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { twoFactor } from 'better-auth/plugins'
import { refuse } from './refuse.ts'

/** No letters that are taken for others; fifty bits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryCodes = 10

function recoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Codes of an authenticator app (RFC 6238, one step of 30 seconds early or late) and recovery codes, both sealed at rest. */
export function authenticator() {
  return twoFactor({
    issuer: 'Attend',
    // Of an account, whoever tries: a stranger could lock its owner out. Ours are in sign-in-limits.ts.
    accountLockout: { enabled: false },
    backupCodeOptions: {
      storeBackupCodes: 'encrypted',
      customBackupCodesGenerate: () => Array.from({ length: recoveryCodes }, recoveryCode),
    },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'auth_two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

/** Passkeys for the address under which people open Attend. One is two factors by itself: it asks for a finger, a face or a PIN. */
export function passkeys(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return passkey({
    rpID: hostname,
    rpName: 'Attend',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        modelName: 'auth_passkeys',
        fields: {
          userId: 'user_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

async function requireVerified(isVerified: boolean | undefined): Promise<void> {
  if (isVerified !== true) refuse('passkey_refused')
}
