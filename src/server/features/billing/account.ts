import { audit, type AuditEvent } from '#server/audit.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail, Failure } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { findAccount } from './store.ts'

/** An organization as a customer of the payment provider. */
export interface BillingAccount {
  organizationId: string
  customerId: string
}

/** An audit event of billing, with ids of the provider as details. */
export type BillingEvent = Pick<AuditEvent, 'action' | 'details'>

/**
 * Authorizes the caller as owner or admin, audits the event, and returns the organization's account. Call the provider
 * after this transaction, so that a slow provider blocks no connection. Enqueues `billing.create_customer` if there is
 * no account yet, or no trial.
 * @throws no_organization, not_allowed, demo_fixed, billing_account_incomplete
 */
export async function openAccount(request: RequestContext, event: BillingEvent | null): Promise<BillingAccount> {
  return (await openAccountWith(request, event, () => Promise.resolve())).account
}

/**
 * Like `openAccount`, but returns null for the demo practice, which has no account.
 * @throws what `openAccount` throws, except demo_fixed
 */
export async function openAccountUnlessDemo(
  request: RequestContext,
  event: BillingEvent,
): Promise<BillingAccount | null> {
  try {
    return await openAccount(request, event)
  } catch (error) {
    if (error instanceof Failure && error.code === 'demo_fixed') return null
    throw error
  }
}

/** Like `openAccount`, with additional work in the same transaction. @throws what `openAccount` and `work` throw */
export async function openAccountWith<T>(
  request: RequestContext,
  event: BillingEvent | null,
  work: (context: Context, organizationId: string) => Promise<T>,
): Promise<{ account: BillingAccount; result: T }> {
  const opened = await asCaller(
    request,
    async (context) => {
      const organizationId = requireOrganizationAdmin(context)
      const { refusal, customerId, hadTrial } = await findAccount(context.db, organizationId)
      throwIfFailure(refusal)
      if (customerId === null || !hadTrial) await enqueueCreation(context, organizationId)
      if (customerId === null) return null
      const result = await work(context, organizationId)
      if (event) auditBilling(context, organizationId, event)
      return { account: { organizationId, customerId }, result }
    },
    undefined,
  )
  return opened ?? fail('billing_account_incomplete')
}

/** Writes a billing event of the organization to the audit trail. */
export function auditBilling(context: Context, organizationId: string, event: BillingEvent): void {
  audit(context, { ...event, resourceType: 'organization', resourceId: organizationId, organizationId })
}

async function enqueueCreation({ db, jobs, actor }: Context, organizationId: string): Promise<void> {
  if (await jobs.isUnderway(db, 'billing.create_customer', { organizationId })) return
  await jobs.enqueue(db, 'billing.create_customer', { organizationId, userId: actor.userId })
}
