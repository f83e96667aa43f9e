import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '#server/context.ts'
import { isDemoPractice } from '#server/features/organizations/is-demo-practice.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isDeactivated } from '#server/use-case/is-deactivated.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { PaymentFailure, type PaymentFailureCode } from '#server/providers/payments/port.ts'
import { auditBilling } from './account.ts'
import { findCustomer, markTrialStarted, openCustomer, saveCustomerId } from './customer-store.ts'
import { releaseTrialLease, takeTrialLease } from './lease.ts'
import { saveSnapshot } from './store.ts'
import { takeSnapshot } from './take-snapshot.ts'

type Task = Payload<'billing.create_customer'>

/** Constants of spec core §9. */
const tries = 3
const pauseMs = 500
const trialDays = 7
const trialPlan = 'professional'
/** Errors after which the outcome is unknown. */
const unknownOutcomeErrors: ReadonlySet<PaymentFailureCode> = new Set(['payments_unreachable', 'payments_failed'])

/**
 * Creates the organization's customer and trial at the payment provider. Repeated calls create one customer and one
 * trial. A failure is only logged: the nightly job, or an admin who opens the billing page, tries again.
 */
export async function createBillingCustomer(services: Services, task: Task): Promise<void> {
  let keySuffix = ''
  for (let attempt = 1; ; attempt++) {
    try {
      await create(services, task, keySuffix)
      return
    } catch (error) {
      // The provider repeats its own error for the same idempotency keys for a day, so the next try uses other keys.
      if (error instanceof PaymentFailure && error.code === 'payments_failed') keySuffix = `:${attempt}`
      if (attempt === tries) return logFailure(services, task, error)
      await setTimeout(pauseMs)
    }
  }
}

function logFailure({ log }: Services, { organizationId }: Task, error: unknown): void {
  // Lines logged as errors are also reported.
  if (isDeactivated(error)) log.error({ organizationId }, 'No valid session found for Stripe customer creation')
  else log.warn({ err: error, organizationId }, 'an organization could not be created at the payment provider')
}

/** `keySuffix` makes new idempotency keys. Objects that an earlier try created are looked up first. */
async function create(services: Services, { organizationId, userId }: Task, keySuffix: string): Promise<void> {
  const { tenant, payments, clock } = services
  const record = await asUser(services, userId, async ({ db }) =>
    (await isDemoPractice(db, organizationId)) ? undefined : openCustomer(db, organizationId, userId),
  )
  if (!record) return
  const { email, organizationName: name, formerIds } = record
  let { customerId, hadTrial } = record
  if (customerId === null) {
    const former = await findArchivedCustomer(services, formerIds)
    // A key is valid for one request. Another name, address or former customer makes a different one, so the key
    // contains their hash.
    const details = createHash('sha256')
      .update(JSON.stringify([email, name, ...formerIds]))
      .digest('hex')
      .slice(0, 16)
    const idempotencyKey = `customer:${organizationId}:${details}${keySuffix}`
    const created = former ?? (await payments.createCustomer({ organizationId, email, name, idempotencyKey }))
    customerId = await asUser(services, userId, async (context) => {
      const isFirst = await saveCustomerId(context.db, organizationId, created.customerId)
      if (isFirst && former) await markTrialStarted(context.db, organizationId, clock())
      else if (isFirst) auditBilling(context, organizationId, { action: 'billing.account_made' })
      return isFirst ? created.customerId : await findCustomer(context.db, organizationId)
    })
    if (customerId === null) throw new Error('the customer was archived meanwhile')
    hadTrial = former !== null
  }
  if (!hadTrial) await startTrialWithLease(services, { organizationId, userId }, customerId, keySuffix)
  const snapshot = await takeSnapshot(services, customerId)
  await tenant.asAnonymous((db) => saveSnapshot(db, organizationId, snapshot))
}

/**
 * Returns an archived customer that the provider knows again, because the installation's former API keys were restored.
 */
async function findArchivedCustomer(
  { payments }: Services,
  formerIds: readonly string[],
): Promise<{ customerId: string } | null> {
  for (const customerId of formerIds.toReversed()) {
    try {
      // A deleted customer has an empty list of subscriptions, but no list of cards.
      await payments.listPaymentMethods(customerId)
      return { customerId }
    } catch (error) {
      if (!(error instanceof PaymentFailure) || error.code !== 'customer_missing') throw error
    }
  }
  return null
}

/**
 * Starts the trial under the lease, which prevents a concurrent subscription. If another change holds the lease, the
 * next try or the nightly job starts the trial.
 */
async function startTrialWithLease(
  services: Services,
  { organizationId, userId }: Task,
  customerId: string,
  keySuffix: string,
): Promise<void> {
  const { clock } = services
  const lease = await asUser(services, userId, ({ db }) => takeTrialLease(db, organizationId))
  if (lease === null) throw new Error('another billing change is in progress')
  try {
    const isTrial = await startTrial(services, customerId, `trial:${organizationId}:${customerId}${keySuffix}`)
    await asUser(services, userId, async (context) => {
      await releaseTrialLease(context.db, { organizationId, lease, isUnknown: false })
      if ((await markTrialStarted(context.db, organizationId, clock())) && isTrial)
        auditBilling(context, organizationId, { action: 'billing.trial_started' })
    })
  } catch (error) {
    const isUnknown = !(error instanceof PaymentFailure) || unknownOutcomeErrors.has(error.code)
    await asUser(services, userId, ({ db }) => releaseTrialLease(db, { organizationId, lease, isUnknown }))
    throw error
  }
}

/** Returns true if there is a trial, from this or an earlier try; false if there is another subscription already. */
async function startTrial({ payments }: Services, customerId: string, idempotencyKey: string): Promise<boolean> {
  const found = await payments.findSubscription(customerId)
  if (found) return found.status === 'trialing'
  const plan = (await payments.listPlans()).find(({ id }) => id === trialPlan)
  if (!plan) throw new Error("the trial's plan is not in the catalog")
  try {
    await payments.startTrial({ customerId, priceId: plan.priceId, days: trialDays, idempotencyKey })
    return true
  } catch (error) {
    // A subscription that the product cannot show, e.g. one that is paid weekly.
    if (error instanceof PaymentFailure && error.code === 'subscription_exists') return false
    throw error
  }
}
