import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

/** What jobs know of the organizations that the provider has as customers. */

export interface Beginning {
  organizationName: string
  email: string
  customerId: string | null
  /** Of times when the provider did not know them, oldest first. */
  formerIds: string[]
  hadTrial: boolean
}

/** How far the account of an organization is, from now on on record. Undefined when whoever asks for it, `userId`, is no member. */
export async function openBeginning(db: Db, organizationId: string, userId: string): Promise<Beginning | undefined> {
  const names = await db
    .selectFrom('organization_members as member')
    .innerJoin('organizations', 'organizations.id', 'member.organization_id')
    .innerJoin('users', 'users.id', 'member.user_id')
    .where('member.organization_id', '=', organizationId)
    .where('member.user_id', '=', userId)
    .select(['organizations.name as organizationName', 'users.email'])
    .executeTakeFirst()
  if (!names) return undefined
  await db
    .insertInto('billing_customers')
    .values({ organization_id: organizationId, user_id: userId })
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .execute()
  const account = await db
    .selectFrom('billing_customers')
    .where('organization_id', '=', organizationId)
    .select([
      'customer_id as customerId',
      'former_ids as formerIds',
      sql<boolean>`trial_started_at is not null`.as('hadTrial'),
    ])
    .executeTakeFirstOrThrow()
  return { ...names, ...account }
}

/** The first one stays. Answers whether it is this one. */
export async function keepCustomer(db: Db, organizationId: string, customerId: string): Promise<boolean> {
  const kept = await db
    .updateTable('billing_customers')
    .set({ customer_id: customerId })
    .where('organization_id', '=', organizationId)
    .where('customer_id', 'is', null)
    .executeTakeFirst()
  return kept.numUpdatedRows > 0n
}

/** What the beginning of a trial is called among changes (`beginChange`): it may go on itself while nobody knows whether it happened. */
const trialCall = 'trial'

/** The turn to begin an organization's trial, as those in charge take it for a change; null while somebody else has it, or when there was one. */
export async function takeTrialTurn(db: Db, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ turn: string }>`
    update billing_customers set busy_until = clock_timestamp() + interval '10 minutes', busy_turn = gen_random_uuid(), unsure_call = null
    where organization_id = ${organizationId} and trial_started_at is null
      and (coalesce(busy_until <= clock_timestamp(), true) or unsure_call = ${trialCall})
    returning busy_turn as turn`.execute(db)
  return rows[0]?.turn ?? null
}

/** Gives it back; with `isUnsure`, others wait for two minutes, as after any change. */
export async function endTrialTurn(
  db: Db,
  { organizationId, turn, isUnsure }: { organizationId: string; turn: string; isUnsure: boolean },
): Promise<void> {
  await sql`
    update billing_customers set busy_turn = null, unsure_call = ${isUnsure ? trialCall : null},
      busy_until = case when ${isUnsure} then clock_timestamp() + interval '2 minutes' end
    where organization_id = ${organizationId} and busy_turn = ${turn}`.execute(db)
}

/** Answers whether it was not marked before. */
export async function markTrial(db: Db, organizationId: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('billing_customers')
    .set({ trial_started_at: at })
    .where('organization_id', '=', organizationId)
    .where('trial_started_at', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export async function findCustomer(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Sets a customer aside whom the provider does not know, and their trial. Answers who asks for another one; null when that is done already. */
export async function setCustomerAside(db: Db, organizationId: string, customerId: string): Promise<string | null> {
  const aside = await db
    .updateTable('billing_customers')
    .set({
      customer_id: null,
      trial_started_at: null,
      former_ids: sql<string[]>`array_append(array_remove(former_ids, ${customerId}), ${customerId})`,
    })
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .returning('user_id as userId')
    .executeTakeFirst()
  return aside?.userId ?? null
}

/** All organizations that have begun, in a lasting order. */
export function listBegun(db: Db): Promise<{ organizationId: string; userId: string; isComplete: boolean }[]> {
  return db
    .selectFrom('billing_customers')
    .select([
      'organization_id as organizationId',
      'user_id as userId',
      sql<boolean>`customer_id is not null and trial_started_at is not null`.as('isComplete'),
    ])
    .orderBy('organization_id')
    .execute()
}

/** Organizations without an account, and somebody in charge of each who came there since `since`; others are left out. */
export async function listWithoutAccount(db: Db, since: Date): Promise<{ organizationId: string; userId: string }[]> {
  const { rows } = await sql<{ organizationId: string; userId: string }>`
    select organization_id as "organizationId", user_id as "userId" from app.without_account(${since})`.execute(db)
  return rows
}

/** Providers deliver an event again for a few days. */
export async function forgetEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', before).execute()
}
