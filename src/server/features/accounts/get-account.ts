import type { Account, ViewingState } from '#shared/contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { findAccount, findClosedOrganization, findName, type FoundAccount } from './store.ts'

/** The caller's account; while viewing as another person, that person's account. */
export async function getAccount({ db, actor, clock }: Context): Promise<Account> {
  const { viewing } = actor
  const [account, viewerName, closedOrganization] = await Promise.all([
    findAccount(db, actor),
    viewing && findName(db, viewing.viewerId),
    actor.lacksSecondFactor ? findClosedOrganization(db) : null,
  ])
  if (!account) fail('account_missing')
  return {
    ...account,
    closedOrganization,
    viewing: viewing && stateOf(account, viewerName ?? '', viewing.endsAt, clock()),
  }
}

function stateOf(viewed: FoundAccount, viewerName: string, endsAt: Date, now: Date): ViewingState {
  const secondsLeft = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return { name: `${viewed.firstName} ${viewed.lastName}`, viewerName, endsAt: endsAt.toISOString(), secondsLeft }
}
