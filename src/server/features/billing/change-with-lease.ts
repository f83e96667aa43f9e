import type { Subscription } from '#shared/contract/billing.ts'
import type { Db } from '#server/db/tenant.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { type BillingAccount, type BillingEvent, openAccountWith } from './account.ts'
import { callProvider, enqueueSync } from './call-provider.ts'
import { releaseLease, takeLease } from './lease.ts'
import type { Snapshot } from './store.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** A change at the provider. */
interface Change<T> {
  /** Names the change. A repeated request has the same name. */
  call: string
  /** The audit event, written before the change runs. */
  requested: BillingEvent
  run: (account: BillingAccount) => Promise<T>
  /**
   * True if the snapshot after the change shows the change. To a repeated request, the provider returns the result of
   * the first request, even if another change has replaced that result.
   */
  isApplied?: (subscription: Subscription | null, result: T) => boolean
}

/** Provider errors that mean our cached subscription is out of date. */
const staleStateErrors: ReadonlySet<string> = new Set([
  'subscription_exists',
  'subscription_missing',
  'payments_failed',
  'payment_partly_made',
  'amount_changed',
])

/**
 * Runs a change at the provider under the organization's lease, then saves a snapshot of the result, even if the caller
 * may not manage billing any more. `respond` then runs as the caller. If the outcome is unknown, only the same call may
 * be repeated for two minutes.
 * @throws what `openAccount` throws, billing_busy, billing_overtaken, and the provider's failures
 */
export async function changeWithLease<T, Output>(
  request: RequestContext,
  { call, requested, run, isApplied }: Change<T>,
  respond: (context: Context, result: T, organizationId: string) => Promise<Output>,
): Promise<Output> {
  const { account, result: lease } = await openAccountWith(request, requested, async ({ db }, organizationId) => {
    const taken = await takeLease(db, organizationId, call)
    throwIfFailure(taken.refusal)
    return taken.lease
  })
  const { organizationId } = account
  let result: T
  try {
    result = await callProvider(request, organizationId, () => run(account))
  } catch (error) {
    const isUnknown = !(error instanceof Failure) || error.code === 'payments_unreachable'
    const failed = error instanceof Failure && error.code === 'payments_failed'
    const isStale = error instanceof Failure && staleStateErrors.has(error.code)
    const snapshot = isStale ? await trySnapshot(request, account) : null
    const released = release(request, {
      organizationId,
      lease,
      unknown: isUnknown ? call : null,
      failed,
      snapshot,
      isCurrent: !isUnknown && !isStale,
    })
    await released.catch((reason: unknown) =>
      request.log.warn({ err: reason }, 'a billing lease could not be released'),
    )
    throw error
  }
  const snapshot = await trySnapshot(request, account)
  await release(request, { organizationId, lease, snapshot })
  // The caller may have switched organizations since.
  const afterwards = { ...request, inAnyOrganization: true }
  const output = await asCaller(afterwards, (context) => respond(context, result, organizationId), undefined)
  if (snapshot && isApplied && !isApplied(snapshot.subscription, result)) fail('billing_overtaken')
  return output
}

/** Takes a snapshot. Returns null if the provider fails. */
async function trySnapshot(
  request: RequestContext,
  { organizationId, customerId }: BillingAccount,
): Promise<Snapshot | null> {
  return await takeSnapshot(request, customerId).catch((error: unknown) => {
    request.log.warn({ err: error, organizationId }, 'the result of a billing change could not be read yet')
    return null
  })
}

/**
 * Releases the lease and saves the snapshot, as the caller if the sign-in still allows it, so that the audit event names
 * the caller. Enqueues a sync instead if there is no snapshot, unless `isCurrent`.
 */
async function release(
  { tenant, caller, jobs }: RequestContext,
  { isCurrent = false, ...input }: Parameters<typeof releaseLease>[1] & { isCurrent?: boolean },
): Promise<void> {
  const work = async (db: Db) => {
    const wasHeld = await releaseLease(db, input)
    if (!isCurrent && !(wasHeld && input.snapshot)) await enqueueSync({ jobs }, db, input.organizationId)
  }
  await (caller ? tenant.asCaller(caller, work).catch(() => tenant.asAnonymous(work)) : tenant.asAnonymous(work))
}
