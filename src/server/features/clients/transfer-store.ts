import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

export interface Assignment {
  therapistId: string
  organizationId: string | null
}

/** A client's therapist and organization, if the caller may see the client. */
export async function findAssignment(db: Db, clientId: string): Promise<Assignment | undefined> {
  return db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select(['therapist_id as therapistId', 'organization_id as organizationId'])
    .executeTakeFirst()
}

/**
 * Counts the client's notes that its therapist has not signed and of which the therapist held the session. Returns the
 * number with the therapist's name. Null if there are none, or if the therapist has left or is deactivated and so
 * cannot sign them.
 */
export async function countUnsigned(
  db: Db,
  clientId: string,
  { therapistId, organizationId }: Assignment,
): Promise<{ name: string; count: number } | null> {
  const found = await db
    .selectFrom('organization_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .where('member.organization_id', '=', organizationId)
    .where('users.id', '=', therapistId)
    .where('users.is_active', '=', true)
    .select([
      sql<string>`users.first_name || ' ' || users.last_name`.as('name'),
      sql<number>`(select count(*)::int from notes n join sessions s on s.id = n.session_id where n.client_id = ${clientId}
        and s.rendered_by = users.id and n.status in ('draft', 'returned'))`.as('count'),
    ])
    .executeTakeFirst()
  return found && found.count > 0 ? found : null
}

/**
 * Transfers a client and all its records to another therapist of the organization. If the former therapist has left,
 * running work fails with the message `interrupted`. Returns null, or the error code.
 */
export async function applyTransfer(
  db: Db,
  { organizationId, clientId, therapistId }: { organizationId: string; clientId: string; therapistId: string },
  interrupted: string,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.transfer_client(${organizationId}, ${clientId}, ${therapistId}, ${interrupted}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
