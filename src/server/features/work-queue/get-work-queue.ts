import type { CosignItem } from '#shared/contract/cosign.ts'
import type { QueuePart, WorkQueue } from '#shared/contract/work-queue.ts'
import { isOrganizationAdmin } from '#shared/rules/roles.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { listDue } from '#server/features/amendments/list-due.ts'
import { readQueue } from '#server/features/cosign/list-queue.ts'
import { averagesOf, mediansOf } from '#server/features/review/get-figures.ts'
import { countBySupervisedTherapist, countInOrganization, countOwnNotes, type OwnGroup } from './store.ts'

/**
 * Returns the counts of the caller's unfinished notes, and the open amendment requests. Adds the counts of each
 * supervised therapist for supervisors, and the counts of the organization for owners and admins.
 */
export async function getWorkQueue(context: Context): Promise<WorkQueue> {
  const { db, actor } = context
  const { organizationId, organizationRole, userId } = actor
  audit(context, { action: 'note.queue_read', resourceType: 'note' })
  const [own, figures, { toCosign }, amendments, supervisedTherapists, organization] = await Promise.all([
    countOwnNotes(db, userId),
    mediansOf(context),
    readQueue(context),
    listDue(context),
    organizationId !== null && organizationRole === 'supervisor' ? countBySupervisedTherapist(db, organizationId) : [],
    organizationId !== null && isOrganizationAdmin(organizationRole) ? countAll(context, organizationId) : null,
  ])
  const part = (nextStep: OwnGroup['nextStep']) => toPart(own.find((group) => group.nextStep === nextStep))
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

function toPart(group: OwnGroup | undefined): QueuePart {
  return {
    count: group?.count ?? 0,
    oldestAt: group?.oldestAt.toISOString() ?? null,
    oldestSessionId: group?.oldestSessionId ?? null,
  }
}

function cosignPart(items: readonly CosignItem[]): QueuePart {
  return { count: items.length, oldestAt: items[0]?.since ?? null, oldestSessionId: items[0]?.sessionId ?? null }
}
