import type { SecondFactor } from '#shared/contract/accounts.ts'

/** Returns whether the account has an authenticator app or a passkey. */
export const isFactorSetUp = ({ recoveryCodesLeft, passkeys }: SecondFactor): boolean =>
  recoveryCodesLeft !== null || passkeys.length > 0
