import type { BillingState } from '#shared/contract/billing.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { includedSessions } from '#shared/rules/session-limit.ts'
import type { Context } from '#server/context.ts'
import { isDemoPractice } from '#server/features/organizations/is-demo-practice.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { demoSubscription } from './demo-billing.ts'
import { findEnded, findSubscription } from './store.ts'
import { countUsage } from './count-usage.ts'

/** Returns the billing state. Every member may read it. @throws no_organization */
export async function getState(context: Context): Promise<BillingState> {
  const { db, actor, payments } = context
  const organizationId = requireOrganization(context)
  const [found, isDemo] = await Promise.all([findSubscription(db, organizationId), isDemoPractice(db, organizationId)])
  const subscription = isDemo ? demoSubscription(context.clock()) : found
  return {
    provider: payments.kind,
    publishableKey: payments.publishableKey,
    mayManage: isOrganizationAdmin(actor.organizationRole) && !isDemo,
    isDemo,
    subscription: subscription ?? null,
    ended: subscription ? null : await findEnded(db, organizationId),
    usage: { used: await countUsage(context, organizationId, subscription), limit: includedSessions(subscription) },
  }
}
