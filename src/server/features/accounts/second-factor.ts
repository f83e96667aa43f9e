import { randomInt } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { twoFactor } from 'better-auth/plugins'
import { throwAuthError } from './auth-errors.ts'

/** The 32 characters of recovery codes, without ambiguous letters. A code of ten of them has fifty random bits. */
const characters = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryCodes = 10

function recoveryCode(): string {
  const text = Array.from({ length: 10 }, () => characters[randomInt(characters.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** Authenticator codes (RFC 6238, one step of 30 seconds tolerance) and recovery codes, both encrypted at rest. */
export function authenticator() {
  return twoFactor({
    issuer: 'Attend',
    // The library's lock is per account, so strangers could lock the owner out. Our limits are in sign-in-limits.ts.
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

/**
 * Passkeys for the public URL. A passkey counts as two factors, because the device also verifies a fingerprint, face or
 * PIN.
 */
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
  if (isVerified !== true) throwAuthError('passkey_refused')
}
