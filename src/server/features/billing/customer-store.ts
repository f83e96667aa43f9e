import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

// Statements of jobs on `billing_customers` and `payment_events`.

export interface CustomerRecord {
  organizationName: string
  email: string
  customerId: string | null
  /** Archived customer ids, oldest first. */
  formerIds: string[]
  hadTrial: boolean
}

/** Returns the organization's record, and creates it if it is missing. Undefined if the user is not a member. */
export async function openCustomer(
  db: Db,
  organizationId: string,
  userId: string,
): Promise<CustomerRecord | undefined> {
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

/** Saves the provider's customer id. Returns false, and changes nothing, if an id is saved already. */
export async function saveCustomerId(db: Db, organizationId: string, customerId: string): Promise<boolean> {
  const saved = await db
    .updateTable('billing_customers')
    .set({ customer_id: customerId })
    .where('organization_id', '=', organizationId)
    .where('customer_id', 'is', null)
    .executeTakeFirst()
  return saved.numUpdatedRows > 0n
}

/** Stores when the trial started. Returns false, and changes nothing, if a start is stored already. */
export async function markTrialStarted(db: Db, organizationId: string, at: Date): Promise<boolean> {
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

/**
 * Moves a customer id that the provider does not know to the former ids, and clears the trial. Returns false if the
 * customer is archived already.
 */
export async function archiveCustomer(db: Db, organizationId: string, customerId: string): Promise<boolean> {
  const archived = await db
    .updateTable('billing_customers')
    .set({
      customer_id: null,
      trial_started_at: null,
      former_ids: sql<string[]>`array_append(array_remove(former_ids, ${customerId}), ${customerId})`,
    })
    .where('organization_id', '=', organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return archived.numUpdatedRows > 0n
}

/** Lists all organizations with a record, in a stable order. */
export function listCustomers(db: Db): Promise<{ organizationId: string; isComplete: boolean }[]> {
  return db
    .selectFrom('billing_customers')
    .select([
      'organization_id as organizationId',
      sql<boolean>`customer_id is not null and trial_started_at is not null`.as('isComplete'),
    ])
    .orderBy('organization_id')
    .execute()
}

/**
 * Returns the user for whom to create the customer of an organization with a record: the one who began it, or an active
 * owner or admin after that user left. Null if there is none.
 */
export async function findCreator(db: Db, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ userId: string | null }>`
    select app.customer_creator(${organizationId}) as "userId"`.execute(db)
  return rows[0]?.userId ?? null
}

/** Returns the current name and email address of an organization's customer. Null without an active owner or admin. */
export async function findContact(db: Db, organizationId: string): Promise<{ name: string; email: string } | null> {
  const { rows } = await sql<{ name: string; email: string }>`
    select name, email from app.customer_contact(${organizationId})`.execute(db)
  return rows[0] ?? null
}

/** Lists organizations without a record whose owner or an admin was active since a time, with that user. */
export async function listWithoutCustomer(db: Db, since: Date): Promise<{ organizationId: string; userId: string }[]> {
  const { rows } = await sql<{ organizationId: string; userId: string }>`
    select organization_id as "organizationId", user_id as "userId" from app.organizations_without_account(${since})`.execute(
    db,
  )
  return rows
}

/** Deletes ids of old events. Providers redeliver an event for a few days, so older ids are not needed. */
export async function deleteOldEvents(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_events').where('received_at', '<', before).execute()
}
