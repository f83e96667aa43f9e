import type { Account } from '#shared/contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findAccount } from './store.ts'

/** The caller's own account. */
export async function getAccount({ db, actor }: Context): Promise<Account> {
  return (await findAccount(db, actor)) ?? fail('account_missing')
}
