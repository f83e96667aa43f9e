import type { Subscription } from '#shared/contract/billing.ts'
import type { Context, RequestContext } from '#server/context.ts'
import { Failure, fail } from '#server/fail.ts'
import { throwIfFailure } from '#server/features/organizations/throw-if-failure.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { type Account, type BillingEvent, openAccountWith } from './account.ts'
import { askProvider, mirrorLater } from './ask-provider.ts'
import { readCustomer } from './read-customer.ts'
import { beginChange, endChange, keepOwnReading, type Reading } from './store.ts'

/** Something that is changed at the provider. */
interface Change<T> {
  /** What somebody does, by a name that stays when it is sent again. */
  call: string
  asked: BillingEvent
  ask: (account: Account) => Promise<T>
  /**
   * Whether what the organization has afterwards is what was asked for. A call that is sent again is answered as it was the first
   * time, whatever somebody else has changed since then.
   */
  isShown?: (subscription: Subscription | null, result: T) => boolean
}

/** Answers that say that the provider has something else than is kept here, or may have. */
const tellsOtherwise: ReadonlySet<string> = new Set(['subscription_exists', 'subscription_missing', 'payments_failed'])

/**
 * Changes something at the provider, one change of an organization after another, and keeps what the organization has
 * afterwards. That it was asked for is written down before, in words of `asked`; what the answer needs is read in `after`.
 * Where nobody knows whether it happened, only the same call may be tried again for a while; none, where the provider itself failed.
 * @throws what `openAccount` throws, billing_busy, billing_overtaken, and what the provider refuses
 */
export async function changeAccount<T, Output>(
  request: RequestContext,
  { call, asked, ask, isShown }: Change<T>,
  after: (context: Context, result: T) => Promise<Output>,
): Promise<Output> {
  const { account, begun: turn } = await openAccountWith(request, asked, async ({ db }, organizationId) => {
    const { refusal, turn: given } = await beginChange(db, organizationId, call)
    throwIfFailure(refusal)
    return given
  })
  const { organizationId } = account
  let result: T
  try {
    result = await askProvider(request, () => ask(account))
  } catch (error) {
    const isUnsure = !(error instanceof Failure) || error.code === 'payments_unreachable'
    const failed = error instanceof Failure && error.code === 'payments_failed'
    const isOtherwise = error instanceof Failure && tellsOtherwise.has(error.code)
    const reading = isOtherwise ? await readNow(request, account) : null
    const ended = asCaller(
      request,
      async (context) => {
        await endChange(context.db, { organizationId, turn, unsure: isUnsure ? call : null, failed })
        if (isUnsure || isOtherwise) await keep(context, organizationId, reading)
      },
      undefined,
    )
    await ended.catch((reason: unknown) => request.log.warn({ err: reason }, 'a change of billing could not be ended'))
    throw error
  }
  const reading = await readNow(request, account)
  const output = await asCaller(
    request,
    async (context) => {
      await endChange(context.db, { organizationId, turn })
      await keep(context, organizationId, reading)
      return await after(context, result)
    },
    undefined,
  )
  if (reading && isShown && !isShown(reading.subscription, result)) fail('billing_overtaken')
  return output
}

/** Null where the provider cannot tell now: then a job asks again. */
async function readNow(request: RequestContext, { organizationId, customerId }: Account): Promise<Reading | null> {
  return await readCustomer(request, customerId).catch((error: unknown) => {
    request.log.warn({ err: error, organizationId }, 'what a change led to could not be read yet')
    return null
  })
}

async function keep(context: Context, organizationId: string, reading: Reading | null): Promise<void> {
  if (reading) await keepOwnReading(context.db, organizationId, reading)
  else await mirrorLater(context)
}
