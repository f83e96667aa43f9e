import type { Subscription } from '#shared/contract/billing.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { type BillingAccount, type BillingEvent, openAccountWith } from './account.ts'
import { callProvider, enqueueSync } from './call-provider.ts'
import { releaseLease, takeLease } from './lease.ts'
import { saveOwnSnapshot, type Snapshot } from './store.ts'
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
])

/**
 * Runs a change at the provider under the organization's lease, then saves a snapshot of the result. `respond` runs in
 * the last transaction. If the outcome is unknown, only the same call may be repeated for two minutes.
 * @throws what `openAccount` throws, billing_busy, billing_overtaken, and the provider's failures
 */
export async function changeWithLease<T, Output>(
  request: RequestContext,
  { call, requested, run, isApplied }: Change<T>,
  respond: (context: Context, result: T) => Promise<Output>,
): Promise<Output> {
  const { account, result: lease } = await openAccountWith(request, requested, async ({ db }, organizationId) => {
    const taken = await takeLease(db, organizationId, call)
    throwIfFailure(taken.refusal)
    return taken.lease
  })
  const { organizationId } = account
  // The provider has made the change, so its result is also stored if the caller has switched organizations since.
  const afterwards = { ...request, inAnyOrganization: true }
  let result: T
  try {
    result = await callProvider(request, () => run(account))
  } catch (error) {
    const isUnknown = !(error instanceof Failure) || error.code === 'payments_unreachable'
    const failed = error instanceof Failure && error.code === 'payments_failed'
    const isStale = error instanceof Failure && staleStateErrors.has(error.code)
    const snapshot = isStale ? await trySnapshot(request, account) : null
    const released = asCaller(
      afterwards,
      async (context) => {
        await releaseLease(context.db, { organizationId, lease, unknown: isUnknown ? call : null, failed })
        if (isUnknown || isStale) await saveOrEnqueueSync(context, organizationId, snapshot)
      },
      undefined,
    )
    await released.catch((reason: unknown) =>
      request.log.warn({ err: reason }, 'a billing lease could not be released'),
    )
    throw error
  }
  const snapshot = await trySnapshot(request, account)
  const output = await asCaller(
    afterwards,
    async (context) => {
      await releaseLease(context.db, { organizationId, lease })
      await saveOrEnqueueSync(context, organizationId, snapshot)
      return await respond(context, result)
    },
    undefined,
  )
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

async function saveOrEnqueueSync(context: Context, organizationId: string, snapshot: Snapshot | null): Promise<void> {
  if (snapshot) await saveOwnSnapshot(context.db, organizationId, snapshot)
  else await enqueueSync(context)
}
