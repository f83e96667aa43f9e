import type { Context, RequestContext } from '#server/context.ts'
import { Failure } from '#server/fail.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { PaymentFailure } from '#server/providers/payments/port.ts'

/**
 * Asks the payment provider for something. What it refuses is told by its code; for an organization that it does not know, a job
 * begins anew.
 */
export async function askProvider<T>(request: RequestContext, work: () => Promise<T>): Promise<T> {
  const { log } = request
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error
    // Somebody has to look at the keys of this installation.
    if (error.code === 'payments_unauthorized')
      log.error({ err: error }, 'the payment provider refused this installation')
    else log.info({ err: error }, 'the payment provider did not do what it was asked')
    if (error.code !== 'customer_missing') throw new Failure(error.code)
    await asCaller(request, mirrorLater, undefined)
    throw new Failure('billing_account_incomplete')
  }
}

/** Has a job read what the caller's organization has at the provider. */
export async function mirrorLater(context: Context): Promise<void> {
  const organizationId = requireOrganization(context)
  await context.jobs.enqueue(context.db, 'billing.mirror', { organizationId })
}
