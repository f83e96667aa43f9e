import type { Account, ViewingState } from '#shared/contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isInstaller } from './engine-rights.ts'
import { findAccount, findClosedOrganization, findName, type FoundAccount } from './store.ts'

/** Returns the caller's account or, while viewing as another user, the account of that user. */
export async function getAccount(context: Context): Promise<Account> {
  const { db, actor, clock } = context
  const { viewing } = actor
  const [account, viewerName, closedOrganization, isFirst] = await Promise.all([
    findAccount(db, actor),
    viewing && findName(db, viewing.viewerId),
    actor.lacksSecondFactor ? findClosedOrganization(db) : null,
    isInstaller(context),
  ])
  if (!account) fail('account_missing')
  return {
    ...account,
    closedOrganization,
    canManageEngines: isFirst || account.role === 'admin',
    viewing: viewing && viewingStateOf(account, viewerName ?? '', viewing.endsAt, clock()),
  }
}

function viewingStateOf(viewed: FoundAccount, viewerName: string, endsAt: Date, now: Date): ViewingState {
  const secondsLeft = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return { name: `${viewed.firstName} ${viewed.lastName}`, viewerName, endsAt: endsAt.toISOString(), secondsLeft }
}
