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
 * Transfers a client and all its records to another therapist of the organization. Running work of a therapist who has
 * left fails with the message `interrupted`. Returns null, or the error code.
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
