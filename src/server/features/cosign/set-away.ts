import type { CosignQueue } from '#shared/contract/cosign.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { readQueue } from './list-queue.ts'
import { setAwayUntil } from './store.ts'

/**
 * Sets the last day of the caller's absence from their organization.
 * @throws no_organization, demo_fixed
 */
export async function setAway(context: Context, { until }: { until: string | null }): Promise<CosignQueue> {
  const organizationId = requireOrganization(context)
  throwIfFailure(await setAwayUntil(context.db, organizationId, until))
  audit(context, {
    action: 'member.away_set',
    resourceType: 'member',
    resourceId: context.actor.userId,
    details: { until },
  })
  return await readQueue(context)
}
