import { sql } from 'kysely'
import * as z from 'zod'
import { type BillingState, type Plan, Subscription } from '#shared/contract/billing.ts'
import type { Db } from '#server/db/tenant.ts'

/** Why the caller may not manage an organization's billing, else the provider's id of it. */
export async function findAccount(
  db: Db,
  organizationId: string,
): Promise<{ refusal: string | null; customerId: string | null }> {
  const { rows } = await sql<{ refusal: string | null; customerId: string | null }>`
    select refusal, customer as "customerId" from app.billing_account(${organizationId})`.execute(db)
  return rows[0] ?? { refusal: 'not_allowed', customerId: null }
}

/** The caller's turn to change something, or the code of the failure. `call` names what somebody does, the same when it is tried again. */
export async function beginChange(
  db: Db,
  organizationId: string,
  call: string,
): Promise<{ refusal: string | null; turn: string | null }> {
  const { rows } = await sql<{ refusal: string | null; turn: string | null }>`
    select refusal, turn from app.begin_billing_change(${organizationId}, ${call})`.execute(db)
  return rows[0] ?? { refusal: 'not_allowed', turn: null }
}

/** With `unsure`, only that call may be tried again for a while: nobody knows whether it happened. When it `failed`, none may. */
export async function endChange(
  db: Db,
  end: { organizationId: string; turn: string | null; unsure?: string | null; failed?: boolean },
): Promise<void> {
  const { organizationId, turn, unsure = null, failed = false } = end
  await sql`select app.end_billing_change(${organizationId}, ${turn}, ${unsure}, ${failed})`.execute(db)
}

/** Counts a card that is begun to be added. Answers null when it may be, or the code of the failure. */
export async function countCard(db: Db, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.begin_card(${organizationId}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** What the provider says of a customer, and when it was asked in the order of all who ask. */
export interface Reading {
  number: number
  subscription: Subscription | null
  /** Null when the plan is not in the catalog any more. */
  plan: Plan | null
}

/** To be drawn before the provider is asked. */
export async function beginReading(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select app.begin_reading() as number`.execute(db)
  if (!rows[0]) throw new Error('no number was drawn')
  return rows[0].number
}

/** Keeps a reading for those in charge, who asked for it. */
export async function keepOwnReading(db: Db, organizationId: string, reading: Reading): Promise<void> {
  await sql`select app.keep_own_subscription(${organizationId}, ${reading.number}, ${stored(reading)}::jsonb)`.execute(
    db,
  )
}

/** Keeps a reading that a job asked for. */
export async function keepReading(db: Db, organizationId: string, reading: Reading): Promise<void> {
  await sql`select app.keep_subscription(${organizationId}, ${reading.number}, ${stored(reading)}::jsonb)`.execute(db)
}

function stored({ subscription, plan }: Reading): string | null {
  if (!subscription) return null
  return JSON.stringify({
    status: subscription.status,
    subscription_id: subscription.id,
    product_id: subscription.productId,
    price_id: subscription.priceId,
    product_name: subscription.productName,
    amount: subscription.amount,
    currency: subscription.currency,
    interval: subscription.interval,
    current_period_start: subscription.currentPeriodStart,
    current_period_end: subscription.currentPeriodEnd,
    trial_end: subscription.trialEnd,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    plan_id: plan?.id ?? null,
    session_limit: plan?.sessions ?? null,
  })
}

/** The subscription that runs, with how many sessions its plan includes. */
const Kept = Subscription.extend({ sessionLimit: z.int().nullable() })
export type KeptSubscription = z.infer<typeof Kept>

/** As the provider had it last; undefined where there is none, or none any more. */
export async function findSubscription(db: Db, organizationId: string): Promise<KeptSubscription | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .where('organization_id', '=', organizationId)
    .where('status', 'not in', ['none', 'canceled'])
    .select([
      'subscription_id as id',
      'status',
      'product_id as productId',
      'price_id as priceId',
      'product_name as productName',
      'amount',
      'currency',
      'interval',
      'current_period_start as start',
      'current_period_end as end',
      'trial_end as trialEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'session_limit as sessionLimit',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { start, end, trialEnd, ...rest } = row
  return Kept.parse({
    ...rest,
    currentPeriodStart: start?.toISOString(),
    currentPeriodEnd: end?.toISOString(),
    trialEnd: trialEnd?.toISOString() ?? null,
  })
}

/** What an organization had last, where it has it no more. */
export async function findEnded(db: Db, organizationId: string): Promise<BillingState['ended']> {
  const row = await db
    .selectFrom('subscriptions')
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'canceled')
    .select([
      'product_name as productName',
      sql<boolean>`coalesce(trial_end = current_period_end, false)`.as('wasTrial'),
    ])
    .executeTakeFirst()
  return row?.productName == null ? null : { productName: row.productName, wasTrial: row.wasTrial }
}

/** How many sessions an organization held from a day to before another. */
export async function countHeld(db: Db, organizationId: string, from: string, before: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select app.sessions_held(${organizationId}, ${from}::date, ${before}::date) as held`.execute(db)
  return rows[0]?.held ?? 0
}

/** The organization whose a session is, of those that the caller may see; null for one that is nobody's but its therapist's. */
export async function organizationOfSession(db: Db, sessionId: string): Promise<string | null> {
  const session = db.selectFrom('sessions').where('id', '=', sessionId).select('organization_id')
  return (await session.executeTakeFirst())?.organization_id ?? null
}

/** Keeps an event's id. `isNew` once; the organization it is about, when it is one of ours. */
export async function noteEvent(
  db: Db,
  event: { id: string; type: string; customerId: string | null },
): Promise<{ isNew: boolean; organizationId: string | null }> {
  const { rows } = await sql<{ organizationId: string | null }>`
    select organization_id as "organizationId" from app.note_payment_event(${event.id}, ${event.type}, ${event.customerId})`.execute(
    db,
  )
  return { isNew: rows.length > 0, organizationId: rows[0]?.organizationId ?? null }
}

/** Tells those in charge who wish it, once a period; answers which notices and whose. */
export async function insertLowSessions(
  db: Db,
  organizationId: string,
  remaining: number,
): Promise<{ noticeId: string; receiverId: string }[]> {
  const { rows } = await sql<{ noticeId: string; receiverId: string }>`
    select notice_id as "noticeId", receiver_id as "receiverId" from app.tell_of_low_sessions(${organizationId}, ${remaining})`.execute(
    db,
  )
  return rows
}
