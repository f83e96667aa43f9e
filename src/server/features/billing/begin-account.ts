import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '#server/context.ts'
import { isDemoPractice } from '#server/features/organizations/is-demo-practice.ts'
import { asUser } from '#server/use-case/as-user.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { PaymentFailure, type PaymentFailureCode } from '#server/providers/payments/port.ts'
import { auditBilling } from './account.ts'
import { endTrialTurn, findCustomer, keepCustomer, markTrial, openBeginning, takeTrialTurn } from './customers-store.ts'
import { readCustomer } from './read-customer.ts'
import { keepReading } from './store.ts'

/** Spec core §8 and §9. */
const tries = 3
const pauseMs = 500
const trialDays = 7
const trialPlan = 'professional'
/** After these nobody knows whether it happened. */
const unsure: ReadonlySet<PaymentFailureCode> = new Set(['payments_unreachable', 'payments_failed'])

/**
 * Makes an organization a customer of the payment provider, with its trial. Once, however often it is asked for. When it does not
 * work, that is logged: the nightly job, or whoever opens the billing page, begins again.
 */
export async function beginAccount(services: Services, task: Payload<'billing.begin'>): Promise<void> {
  let tried = ''
  for (let attempt = 1; ; attempt++) {
    try {
      await begin(services, task, tried)
      return
    } catch (error) {
      // The provider would answer its own error to the same keys for a day.
      if (error instanceof PaymentFailure && error.code === 'payments_failed') tried = `:${attempt}`
      if (attempt === tries) return tell(services, task, error)
      await setTimeout(pauseMs)
    }
  }
}

function tell({ log }: Services, { organizationId }: Payload<'billing.begin'>, error: unknown): void {
  // What is logged as an error is reported, too.
  if (isNobody(error)) log.error({ organizationId }, 'No valid session found for Stripe customer creation')
  else log.warn({ err: error, organizationId }, 'an account at the payment provider could not be begun')
}

/** The account of whoever asked was deactivated. */
function isNobody(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '28000'
}

/** @param tried makes keys other ones than those of a try before. What that one has made is found all the same: it is looked for first. */
async function begin(
  services: Services,
  { organizationId, userId }: Payload<'billing.begin'>,
  tried: string,
): Promise<void> {
  const { tenant, payments, clock } = services
  const beginning = await asUser(services, userId, async ({ db }) =>
    (await isDemoPractice(db, organizationId)) ? undefined : openBeginning(db, organizationId, userId),
  )
  if (!beginning) return
  const { email, organizationName: name, formerIds } = beginning
  let { customerId, hadTrial } = beginning
  if (customerId === null) {
    const former = await findFormer(services, formerIds)
    // A key holds for one request: with another name or address it is another one.
    const details = createHash('sha256')
      .update(JSON.stringify([email, name]))
      .digest('hex')
      .slice(0, 16)
    const idempotencyKey = `customer:${organizationId}:${details}${tried}`
    const made = former ?? (await payments.createCustomer({ organizationId, email, name, idempotencyKey }))
    customerId = await asUser(services, userId, async (context) => {
      const isFirst = await keepCustomer(context.db, organizationId, made.customerId)
      if (isFirst && former) await markTrial(context.db, organizationId, clock())
      else if (isFirst) await auditBilling(context, organizationId, { action: 'billing.account_made' })
      return isFirst ? made.customerId : await findCustomer(context.db, organizationId)
    })
    if (customerId === null) throw new Error('the account was taken away meanwhile')
    hadTrial = former !== null
  }
  if (!hadTrial) await beginTrial(services, { organizationId, userId }, customerId, tried)
  const reading = await readCustomer(services, customerId)
  await tenant.asNobody((db) => keepReading(db, organizationId, reading))
}

/** A customer of before whom the provider knows: for a while the installation had the keys of another account there. */
async function findFormer(
  { payments }: Services,
  formerIds: readonly string[],
): Promise<{ customerId: string } | null> {
  for (const customerId of formerIds.toReversed()) {
    try {
      await payments.findSubscription(customerId)
      return { customerId }
    } catch (error) {
      if (!(error instanceof PaymentFailure) || error.code !== 'customer_missing') throw error
    }
  }
  return null
}

/** In its turn, so that nobody subscribes meanwhile. While somebody else changes something, it is left to the next try, or the night. */
async function beginTrial(
  services: Services,
  { organizationId, userId }: Payload<'billing.begin'>,
  customerId: string,
  tried: string,
): Promise<void> {
  const { clock } = services
  const turn = await asUser(services, userId, ({ db }) => takeTrialTurn(db, organizationId))
  if (turn === null) throw new Error('another change of billing is under way')
  try {
    const isTrial = await startTrial(services, customerId, `trial:${organizationId}:${customerId}${tried}`)
    await asUser(services, userId, async (context) => {
      await endTrialTurn(context.db, { organizationId, turn, isUnsure: false })
      if ((await markTrial(context.db, organizationId, clock())) && isTrial)
        await auditBilling(context, organizationId, { action: 'billing.trial_started' })
    })
  } catch (error) {
    const isUnsure = !(error instanceof PaymentFailure) || unsure.has(error.code)
    await asUser(services, userId, ({ db }) => endTrialTurn(db, { organizationId, turn, isUnsure }))
    throw error
  }
}

/** Answers whether there is a trial now, begun here or by a try before; false where something is subscribed to already. */
async function startTrial({ payments }: Services, customerId: string, idempotencyKey: string): Promise<boolean> {
  const found = await payments.findSubscription(customerId)
  if (found) return found.status === 'trialing'
  const plan = (await payments.listPlans()).find(({ id }) => id === trialPlan)
  if (!plan) throw new Error('the plan of the trial is not in the catalog')
  await payments.startTrial({ customerId, priceId: plan.priceId, days: trialDays, idempotencyKey })
  return true
}
