import * as z from 'zod'
import { FailedSignInReason } from '#shared/contract/accounts.ts'

const Details = z.object({ reason: z.string().optional(), method: z.string().optional() })

const byMethod: Readonly<Record<string, FailedSignInReason>> = {
  authenticator: 'code',
  'recovery code': 'recovery_code',
  passkey: 'passkey',
}

/** Reads from an audit event why a sign-in failed. Wrong passwords are recorded in two formats. */
export function failedSignInReason(stored: unknown): FailedSignInReason {
  const { reason, method = '' } = Details.parse(stored)
  return FailedSignInReason.catch('password').parse(reason ?? byMethod[method])
}
