import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'

export interface Holding {
  therapistId: string
  organizationId: string | null
}

/** Whose a client is, when the caller may see it. */
export async function findHolding(db: Db, clientId: string): Promise<Holding | undefined> {
  return db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select(['therapist_id as therapistId', 'organization_id as organizationId'])
    .executeTakeFirst()
}

/**
 * Gives a client with everything that hangs on one to another therapist of the organization. Work of a therapist who has
 * left ends with the sentence `interrupted`. Answers null, or the code of the failure.
 */
export async function handOver(
  db: Db,
  { organizationId, clientId, therapistId }: { organizationId: string; clientId: string; therapistId: string },
  interrupted: string,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.transfer_client(${organizationId}, ${clientId}, ${therapistId}, ${interrupted}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}
