import type { Account } from '#shared/contract/accounts.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { deriveKey } from '#server/secrets.ts'
import { fail, isErrorCode } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { hashEmailCode } from './email-code.ts'
import { confirmEmailCode } from './email-verification-store.ts'
import { getAccount } from './get-account.ts'

/**
 * Confirms the caller's email address by a mailed code. Removes earlier passkeys, authenticators and sign-ins, except
 * the current sign-in (decision 0027).
 * @throws address_code_wrong, address_code_expired
 */
export async function confirmEmail(request: RequestContext, input: { code: string }): Promise<Account> {
  const { refusal, account } = await asCaller(request, attempt, input)
  // Fails outside the transaction, which must commit the counted attempt.
  if (refusal !== null) fail(isErrorCode(refusal) ? refusal : 'address_code_wrong')
  return account
}

async function attempt(context: Context, { code }: { code: string }) {
  const { db, actor, config } = context
  const hash = hashEmailCode(deriveKey(config, 'email codes'), actor.userId, code.replace(/\s/g, ''))
  const refusal = await confirmEmailCode(db, hash)
  return { refusal, account: await getAccount(context) }
}
