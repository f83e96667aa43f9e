import { sql } from 'kysely'
import { ReturnedFailure } from '#server/db/returned-failure.ts'
import type { Db } from '#server/db/tenant.ts'

export interface Assignment {
  therapistId: string
  organizationId: string | null
}

interface Transfer {
  organizationId: string
  clientId: string
  therapistId: string
  /** True if notes may stay without the signature that their author could still give. */
  mayStayUnsigned: boolean
}

/** Finds a client's therapist and organization, if the caller may see the client. */
export async function findAssignment(db: Db, clientId: string): Promise<Assignment | undefined> {
  return db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select(['therapist_id as therapistId', 'organization_id as organizationId'])
    .executeTakeFirst()
}

/**
 * Transfers a client and all its records to another therapist of the organization. If the former therapist has left,
 * running work fails with the message `interrupted`. Returns the failure, or null, and the therapist before the transfer.
 */
export async function applyTransfer(
  db: Db,
  { organizationId, clientId, therapistId, mayStayUnsigned }: Transfer,
  interrupted: string,
): Promise<{ failure: ReturnedFailure; formerId: string | null }> {
  const { rows } = await sql<{ failure: unknown; formerId: string | null }>`
    select failure, former as "formerId"
    from app.move_client(${organizationId}, ${clientId}, ${therapistId}, ${interrupted}, ${mayStayUnsigned})`.execute(
    db,
  )
  return { failure: ReturnedFailure.parse(rows[0]?.failure), formerId: rows[0]?.formerId ?? null }
}
