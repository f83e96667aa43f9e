import { sql } from 'kysely'
import { ViewablePerson } from '#shared/contract/viewing.ts'
import { containsText } from '#server/db/contains-text.ts'
import type { Actor, Db } from '#server/db/tenant.ts'

/**
 * Lists the other active members of the caller's organization. For a supervisor, lists only the therapists they manage.
 * `app.may_view` checks the permission again at the start of a viewing and with every request.
 */
export async function listViewable(
  db: Db,
  actor: Actor,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: ViewablePerson[]; total: number }> {
  const rows = await db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .where('member.organization_id', '=', actor.organizationId)
    .where('member.user_id', '<>', actor.userId)
    .where('users.is_active', '=', true)
    .$if(actor.organizationRole === 'supervisor', (query) =>
      query.where('member.managed_by', '=', actor.userId).where('member.role', '=', 'therapist'),
    )
    .$if(search !== '', (query) => query.where(nameContains(search)))
    .select([
      'users.id as userId',
      'users.first_name as firstName',
      'users.last_name as lastName',
      'member.role',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .orderBy(sql`lower(users.last_name)`)
    .orderBy(sql`lower(users.first_name)`)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return { items: rows.map((row) => ViewablePerson.parse(row)), total: rows[0]?.total ?? 0 }
}

/** Starts a viewing and returns the time at which it expires. Returns null if the caller may not view as this user. */
export async function openViewing(db: Db, userId: string, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{
    endsAt: Date | null
  }>`select app.start_viewing(${userId}, ${organizationId}) as "endsAt"`.execute(db)
  return rows[0]?.endsAt ?? null
}

/** Ends the viewing. Returns the id of the viewed user, or null if there was no viewing. */
export async function closeViewing(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.stop_viewing() as id`.execute(db)
  return rows[0]?.id ?? null
}

const nameContains = (search: string) => containsText(sql<string>`users.first_name || ' ' || users.last_name`, search)
