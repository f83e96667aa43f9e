import type { RequestContext, Services } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { Failure } from '#server/fail.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'

/**
 * Runs a call to the provider and translates the provider's errors. If the provider does not know the organization's
 * customer, enqueues a sync, which recreates the customer.
 * @throws the provider's code, billing_account_incomplete for an unknown customer
 */
export async function callProvider<T>(
  request: RequestContext,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  const { tenant, log } = request
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error
    // The operator must check the installation's API keys.
    if (error.code === 'payments_unauthorized') log.error({ err: error }, 'the payment provider rejected our API key')
    else log.info({ err: error }, 'a payment provider call failed')
    if (error.code !== 'customer_missing') throw new Failure(error.code)
    await tenant.asAnonymous((db) => enqueueSync(request, db, organizationId))
    throw new Failure('billing_account_incomplete')
  }
}

/** Enqueues a sync of an organization with the provider. */
export async function enqueueSync({ jobs }: Pick<Services, 'jobs'>, db: Db, organizationId: string): Promise<void> {
  await jobs.enqueue(db, 'billing.sync', { organizationId })
}
