import { OrganizationRole } from '#shared/contract/accounts.ts'
import type { BillingState } from '#shared/contract/billing.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { includedSessions } from '#shared/rules/session-limit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { isDemoPractice } from '#server/features/organizations/is-demo-practice.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { demoSubscription } from './demo-billing.ts'
import { findEnded, findSubscription } from './store.ts'
import { countUsage } from './count-usage.ts'

/** Returns the billing state of the caller's organization. Every member may read it. @throws no_organization */
export function getState(context: Context): Promise<BillingState> {
  return getStateOf(context, requireOrganization(context), context.actor.organizationRole)
}

/** Returns the state after a change. Meanwhile the caller may have switched organizations. @throws not_allowed */
export async function getChangedState(context: Context, organizationId: string): Promise<BillingState> {
  const membership = await context.db
    .selectFrom('organization_members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', context.actor.userId)
    .select('role')
    .executeTakeFirst()
  return membership
    ? await getStateOf(context, organizationId, OrganizationRole.parse(membership.role))
    : fail('not_allowed')
}

async function getStateOf(
  context: Context,
  organizationId: string,
  role: OrganizationRole | null,
): Promise<BillingState> {
  const { db, payments } = context
  const [found, isDemo] = await Promise.all([findSubscription(db, organizationId), isDemoPractice(db, organizationId)])
  const subscription = isDemo ? demoSubscription(context.clock()) : found
  return {
    provider: payments.kind,
    publishableKey: payments.publishableKey,
    mayManage: isOrganizationAdmin(role) && !isDemo,
    isDemo,
    subscription: subscription ?? null,
    ended: subscription ? null : await findEnded(db, organizationId),
    usage: { used: await countUsage(context, organizationId, subscription), limit: includedSessions(subscription) },
  }
}
