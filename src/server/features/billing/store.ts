import { sql } from 'kysely'
import * as z from 'zod'
import { type BillingState, type Plan, Subscription } from '#shared/contract/billing.ts'
import type { Db } from '#server/db/tenant.ts'

/**
 * Finds the provider's customer id and whether the trial has started, or the failure code if the caller may not manage
 * the organization's billing.
 */
export async function findAccount(
  db: Db,
  organizationId: string,
): Promise<{ refusal: string | null; customerId: string | null; hadTrial: boolean }> {
  const { rows } = await sql<{ refusal: string | null; customerId: string | null; hadTrial: boolean }>`
    select refusal, customer as "customerId", had_trial as "hadTrial" from app.billing_account(${organizationId})`.execute(
    db,
  )
  return rows[0] ?? { refusal: 'not_allowed', customerId: null, hadTrial: false }
}

/** Counts a card setup against the limit per hour. Returns the failure code, or null. */
export async function countCardSetup(db: Db, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.count_card_attempt(${organizationId}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Seconds until the limit of card setups ends. */
export async function secondsUntilCardSetup(db: Db, organizationId: string): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select app.card_attempt_wait(${organizationId}) as wait`.execute(db)
  return rows[0]?.wait ?? 1
}

/** A customer's state at the provider, with a number that orders all snapshots. */
export interface Snapshot {
  number: number
  subscription: Subscription | null
  /** Null if the catalog no longer has the plan. */
  plan: Plan | null
}

/** Draws the number of a snapshot. Must be called before the read from the provider. */
export async function nextSnapshotNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select app.next_snapshot_number() as number`.execute(db)
  if (!rows[0]) throw new Error('no number was drawn')
  return rows[0].number
}

/** Saves a snapshot unless a later snapshot is saved. For requests of owners and admins. */
export async function saveOwnSnapshot(db: Db, organizationId: string, snapshot: Snapshot): Promise<void> {
  await sql`select app.save_own_subscription(${organizationId}, ${snapshot.number}, ${toRow(snapshot)}::jsonb)`.execute(
    db,
  )
}

/** Saves a snapshot unless a later snapshot is saved. For jobs. */
export async function saveSnapshot(db: Db, organizationId: string, snapshot: Snapshot): Promise<void> {
  await sql`select app.save_subscription(${organizationId}, ${snapshot.number}, ${toRow(snapshot)}::jsonb)`.execute(db)
}

/** The snapshot as a row of `subscriptions`, in JSON. */
export function toRow({ subscription, plan }: Snapshot): string | null {
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

/** The current subscription with its plan's session limit. */
const SavedSubscription = Subscription.extend({ sessionLimit: z.int().nullable() })
export type SavedSubscription = z.infer<typeof SavedSubscription>

/** Finds the subscription of the last snapshot. Undefined if there is no subscription, or if it has ended. */
export async function findSubscription(db: Db, organizationId: string): Promise<SavedSubscription | undefined> {
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
  return SavedSubscription.parse({
    ...rest,
    currentPeriodStart: start?.toISOString(),
    currentPeriodEnd: end?.toISOString(),
    trialEnd: trialEnd?.toISOString() ?? null,
  })
}

/** Finds the organization's last subscription. Null if the subscription has not ended. */
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

/**
 * Counts an organization's sessions from a day (inclusive) to another (exclusive), without scheduled and canceled
 * sessions and sessions with a written note.
 */
export async function countSessions(db: Db, organizationId: string, from: string, before: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select app.count_sessions(${organizationId}, ${from}::date, ${before}::date) as held`.execute(db)
  return rows[0]?.held ?? 0
}

/** Finds a session's organization. Null if the session has none, or if the caller may not see the session. */
export async function organizationOfSession(db: Db, sessionId: string): Promise<string | null> {
  const session = db.selectFrom('sessions').where('id', '=', sessionId).select('organization_id')
  return (await session.executeTakeFirst())?.organization_id ?? null
}

/** Records an event's id. `isNew` is true once per id. The organization is null if the customer is unknown. */
export async function recordEvent(
  db: Db,
  event: { id: string; type: string; customerId: string | null },
): Promise<{ isNew: boolean; organizationId: string | null }> {
  const { rows } = await sql<{ organizationId: string | null }>`
    select organization_id as "organizationId" from app.record_payment_event(${event.id}, ${event.type}, ${event.customerId})`.execute(
    db,
  )
  return { isNew: rows.length > 0, organizationId: rows[0]?.organizationId ?? null }
}

/**
 * Creates notices for owners and admins who did not opt out, once per period. Returns the notices with their receivers.
 */
export async function insertLowSessionsNotices(
  db: Db,
  organizationId: string,
  remaining: number,
): Promise<{ noticeId: string; receiverId: string }[]> {
  const { rows } = await sql<{ noticeId: string; receiverId: string }>`
    select notice_id as "noticeId", receiver_id as "receiverId" from app.notify_low_sessions(${organizationId}, ${remaining})`.execute(
    db,
  )
  return rows
}
