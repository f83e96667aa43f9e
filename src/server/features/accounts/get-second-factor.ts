import type { SecondFactor } from '#shared/contract/accounts.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { findPasswordChange, findSecondFactor, listPasskeys, listRequiringOrganizations } from './factor-store.ts'

/** Returns the state of the caller's authenticator app, recovery codes and passkeys, without any secret. */
export async function getSecondFactor(request: RequestContext): Promise<SecondFactor> {
  const { actor, found, passkeys, passwordChangedAt, requiredBy } = await asCaller(request, readSecondFactor, undefined)
  return {
    canChange: found.hasPassword,
    isRequired: actor.platformRole === 'admin',
    isGiven: found.isGiven,
    requiredBy,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    recoveryCodesLeft: found.hasCode ? await countRecoveryCodes(request, actor.userId) : null,
    passkeys: passkeys.map(({ addedAt, lastUsedAt, ...key }) => ({
      ...key,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}

async function readSecondFactor({ db, actor }: Context) {
  const [found, passkeys, passwordChangedAt, requiredBy] = await Promise.all([
    findSecondFactor(db),
    listPasskeys(db, actor),
    findPasswordChange(db),
    listRequiringOrganizations(db, actor),
  ])
  return { actor, found: found ?? fail('not_allowed'), passkeys, passwordChangedAt, requiredBy }
}

/** Counts by a call to better-auth, because the stored codes are encrypted and only better-auth has the key. */
async function countRecoveryCodes({ auth }: RequestContext, userId: string): Promise<number> {
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return backupCodes.length
}
