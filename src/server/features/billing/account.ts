import { audit, type AuditEvent } from '#server/audit.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail, Failure } from '#server/fail.ts'
import { requireOrganizationAdmin } from '#server/features/organizations/require-organization.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { findAccount } from './store.ts'

/** An organization at the payment provider. */
export interface Account {
  organizationId: string
  customerId: string
}

/** What is written into the audit trail: an action, and ids of the provider. */
export type BillingEvent = Pick<AuditEvent, 'action' | 'details'>

/**
 * The account of the caller's organization, for those in charge of it. The provider is asked after the transaction, so that a
 * slow one holds no connection. Without an account yet, it is begun again.
 * @throws no_organization, not_allowed, demo_fixed, billing_account_incomplete
 */
export async function openAccount(request: RequestContext, event: BillingEvent | null): Promise<Account> {
  return (await openAccountWith(request, event, () => Promise.resolve())).account
}

/** The account to show, or null for the demo practice, which has none. @throws what `openAccount` throws, but demo_fixed */
export async function openShownAccount(request: RequestContext, event: BillingEvent): Promise<Account | null> {
  try {
    return await openAccount(request, event)
  } catch (error) {
    if (error instanceof Failure && error.code === 'demo_fixed') return null
    throw error
  }
}

/** As `openAccount`, with what else belongs into its transaction. @throws what `openAccount` and `begin` throw */
export async function openAccountWith<T>(
  request: RequestContext,
  event: BillingEvent | null,
  begin: (context: Context, organizationId: string) => Promise<T>,
): Promise<{ account: Account; begun: T }> {
  const opened = await asCaller(
    request,
    async (context) => {
      const organizationId = requireOrganizationAdmin(context)
      const { refusal, customerId } = await findAccount(context.db, organizationId)
      throwIfFailure(refusal)
      if (customerId === null) {
        await beginAccount(context, organizationId)
        return null
      }
      const begun = await begin(context, organizationId)
      if (event) await auditBilling(context, organizationId, event)
      return { account: { organizationId, customerId }, begun }
    },
    undefined,
  )
  return opened ?? fail('billing_account_incomplete')
}

/** Writes down what somebody in charge does. */
export function auditBilling(context: Context, organizationId: string, event: BillingEvent): Promise<void> {
  return audit(context, { ...event, resourceType: 'organization', resourceId: organizationId })
}

async function beginAccount({ db, jobs, actor }: Context, organizationId: string): Promise<void> {
  if (await jobs.isUnderway(db, 'billing.begin', { organizationId })) return
  await jobs.enqueue(db, 'billing.begin', { organizationId, userId: actor.userId })
}
