import type { CosignItem } from '#shared/contract/cosign.ts'
import type { QueuePart, WorkQueue } from '#shared/contract/work-queue.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { listDue } from '#server/features/amendments/list-due.ts'
import { readQueue } from '#server/features/cosign/list-queue.ts'
import { averagesOf, mediansOf } from '#server/features/review/get-figures.ts'
import { countBySupervisedTherapist, countInOrganization, listOwn, type OwnPart } from './store.ts'

/**
 * Returns the caller's unfinished notes and open amendment requests. For supervisors, adds the counts of each
 * supervised therapist; for owners and admins, those of the organization.
 */
export async function getWorkQueue(context: Context): Promise<WorkQueue> {
  const { db, actor } = context
  const { organizationId, organizationRole, userId } = actor
  audit(context, { action: 'note.queue_read', resourceType: 'note' })
  const [own, figures, { toCosign }, amendments, supervisedTherapists, organization] = await Promise.all([
    listOwn(db, userId),
    mediansOf(context),
    readQueue(context),
    listDue(context),
    organizationId !== null && organizationRole === 'supervisor' ? countBySupervisedTherapist(db, organizationId) : [],
    organizationId !== null && isOrganizationAdmin(organizationRole) ? countAll(context, organizationId) : null,
  ])
  const part = (nextStep: OwnPart['nextStep']) => toPart(own.find((one) => one.nextStep === nextStep))
  return {
    toReview: part('review'),
    toSign: part('sign'),
    returned: part('returned'),
    toCosign: cosignPart(toCosign),
    amendments,
    associates: supervisedTherapists,
    organization,
    figures,
  }
}

async function countAll(context: Context, organizationId: string) {
  const [counts, figures] = await Promise.all([
    countInOrganization(context.db, organizationId),
    averagesOf(context, organizationId),
  ])
  return { ...counts, figures }
}

function toPart(own: OwnPart | undefined): QueuePart {
  return {
    count: own?.count ?? 0,
    oldestAt: own?.oldestAt.toISOString() ?? null,
    oldestSessionId: own?.oldestSessionId ?? null,
  }
}

function cosignPart(items: readonly CosignItem[]): QueuePart {
  return { count: items.length, oldestAt: items[0]?.since ?? null, oldestSessionId: items[0]?.sessionId ?? null }
}
