import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import { type Snapshot, toRow } from './store.ts'

// A lease on an organization's customer lets one billing change run at a time. A lease that is never released expires
// after ten minutes.

/**
 * Takes the lease for a change by the caller. `call` names the change; a repeated request uses the same name. Returns
 * the lease, or the failure code: billing_busy while another change holds it.
 */
export async function takeLease(
  db: Db,
  organizationId: string,
  call: string,
): Promise<{ refusal: string | null; lease: string | null }> {
  const { rows } = await sql<{ refusal: string | null; lease: string | null }>`
    select refusal, lease from app.lease_own_customer(${organizationId}, ${call})`.execute(db)
  return rows[0] ?? { refusal: 'not_allowed', lease: null }
}

/**
 * Releases the lease and saves the snapshot, if there is one. Needs no caller. Returns false, and saves nothing, if the
 * lease is not held any more. `unknown` names a call whose outcome is unknown: for two minutes only that call may be
 * repeated. After the provider's own error (`failed`), no call may run for half a minute.
 */
export async function releaseLease(
  db: Db,
  input: {
    organizationId: string
    lease: string | null
    unknown?: string | null
    failed?: boolean
    snapshot: Snapshot | null
  },
): Promise<boolean> {
  const { organizationId, lease, unknown = null, failed = false, snapshot } = input
  const [number, row] = [snapshot?.number ?? null, snapshot && toRow(snapshot)]
  const { rows } = await sql<{ wasHeld: boolean }>`
    select app.release_own_customer(${organizationId}, ${lease}, ${unknown}, ${failed}, ${number}, ${row}::jsonb)
      as "wasHeld"`.execute(db)
  return rows[0]?.wasHeld ?? false
}

/** The call name of a trial's start, which may be repeated while its outcome is unknown. */
const trialCall = 'trial'

/** Takes the lease for a job that starts the trial. Null while another change holds it, or after the first trial. */
export async function takeTrialLease(db: Db, organizationId: string): Promise<string | null> {
  const { rows } = await sql<{ lease: string | null }>`
    select app.lease_customer(organization_id, ${trialCall}) as lease
    from (select organization_id from billing_customers
      where organization_id = ${organizationId} and trial_started_at is null for no key update) locked`.execute(db)
  return rows[0]?.lease ?? null
}

/** Releases the lease. If the outcome is unknown, other changes stay blocked for two minutes. */
export async function releaseTrialLease(
  db: Db,
  { organizationId, lease, isUnknown }: { organizationId: string; lease: string; isUnknown: boolean },
): Promise<void> {
  await sql`select app.release_customer(${organizationId}, ${lease}, ${isUnknown ? trialCall : null})`.execute(db)
}
