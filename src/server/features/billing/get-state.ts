import type { BillingState } from '#shared/contract/billing.ts'
import { isInCharge } from '#shared/rules/roles.ts'
import { includedSessions } from '#shared/rules/session-limit.ts'
import type { Context } from '#server/context.ts'
import { ownOrganization } from '#server/features/organizations/own-organization.ts'
import { findEnded, findSubscription, isDemo } from './store.ts'
import { usageOf } from './usage.ts'

/** For every member. @throws no_organization */
export async function getState(context: Context): Promise<BillingState> {
  const { db, actor, payments } = context
  const organizationId = ownOrganization(context)
  const [found, isShared] = await Promise.all([findSubscription(db, organizationId), isDemo(db, organizationId)])
  return {
    provider: payments.kind,
    publishableKey: payments.publishableKey,
    mayManage: isInCharge(actor.organizationRole) && !isShared,
    subscription: found ?? null,
    ended: found ? null : await findEnded(db, organizationId),
    usage: { used: await usageOf(context, organizationId, found), limit: includedSessions(found) },
  }
}
