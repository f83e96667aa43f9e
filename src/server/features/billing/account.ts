import { audit, type AuditEvent } from '#server/audit.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { organizationInCharge } from '#server/features/organizations/own-organization.ts'
import { refused } from '#server/features/organizations/refused.ts'
import { asCaller } from '#server/http/use-case.ts'
import { askProvider } from './ask-provider.ts'
import { readCustomer } from './read-customer.ts'
import { beginChange, endChange, findAccount, keepOwnReading } from './store.ts'

/** An organization at the payment provider. */
export interface Account {
  organizationId: string
  customerId: string
}

/** What is written into the audit trail: an action, and ids of the provider. */
type Event = Pick<AuditEvent, 'action' | 'details'>

/**
 * The account of the caller's organization, for those in charge of it. The provider is asked after the transaction, so that a
 * slow one holds no connection. Without an account yet, it is begun again.
 * @throws no_organization, not_allowed, demo_fixed, billing_account_incomplete
 */
export function openAccount(request: RequestContext, event: Event | null): Promise<Account> {
  return open(request, event, () => Promise.resolve(null))
}

/**
 * Changes something at the provider, one change of an organization after another, and keeps what the organization has
 * afterwards. That it was asked for is written down before, in words of `asked`; what the answer needs is read in `after`.
 * @throws what `openAccount` throws, billing_busy, and what the provider refuses
 */
export async function changeAccount<T, Output>(
  request: RequestContext,
  asked: Event,
  change: (account: Account) => Promise<T>,
  after: (context: Context, result: T) => Promise<Output>,
): Promise<Output> {
  const account = await open(request, asked, ({ db }, organizationId) => beginChange(db, organizationId))
  const { organizationId } = account
  const result = await askProvider(request, () => change(account)).catch(async (error: unknown) => {
    const ended = asCaller(request, ({ db }) => endChange(db, organizationId), undefined)
    await ended.catch((reason: unknown) => request.log.warn({ err: reason }, 'a change of billing could not be ended'))
    throw error
  })
  // It has happened: what the provider cannot tell now, a job asks again.
  const reading = await readCustomer(request, account.customerId).catch((error: unknown) => {
    request.log.warn({ err: error, organizationId }, 'what a change led to could not be read yet')
    return null
  })
  return await asCaller(
    request,
    async (context) => {
      await endChange(context.db, organizationId)
      if (reading) await keepOwnReading(context.db, organizationId, reading)
      else await context.jobs.enqueue(context.db, 'billing.mirror', { organizationId })
      return await after(context, result)
    },
    undefined,
  )
}

/** Writes down what somebody in charge does. */
export function auditBilling(context: Context, organizationId: string, event: Event): Promise<void> {
  return audit(context, { ...event, resourceType: 'organization', resourceId: organizationId })
}

async function open(
  request: RequestContext,
  event: Event | null,
  begin: (context: Context, organizationId: string) => Promise<string | null>,
): Promise<Account> {
  const account = await asCaller(
    request,
    async (context) => {
      const organizationId = organizationInCharge(context)
      const { refusal, customerId } = await findAccount(context.db, organizationId)
      refused(refusal)
      if (customerId === null) {
        await beginAccount(context, organizationId)
        return null
      }
      refused(await begin(context, organizationId))
      if (event) await auditBilling(context, organizationId, event)
      return { organizationId, customerId }
    },
    undefined,
  )
  return account ?? fail('billing_account_incomplete')
}

async function beginAccount({ db, jobs, actor }: Context, organizationId: string): Promise<void> {
  if (await jobs.isUnderway(db, 'billing.begin', { organizationId })) return
  await jobs.enqueue(db, 'billing.begin', { organizationId, userId: actor.userId })
}
