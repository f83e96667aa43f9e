import { sql } from 'kysely'
import { type Invitation, InvitedRole } from '#shared/contract/invitations.ts'
import type { Db } from '#server/db/tenant.ts'

/** Shown if the inviter's name is unknown (spec admin §3). */
const unknownInviter = 'A team member'

interface PendingRow {
  id: string | null
  email: string
  role: string
  status: string
  first_name: string
  last_name: string
  created_at: Date
  expires_at: Date
}

/** Lists invitations that can still be accepted, newest first. Only owners and admins get the ids of invitations. */
export async function listPending(db: Db, organizationId: string): Promise<Invitation[]> {
  const { rows } = await sql<PendingRow>`select * from app.open_invitations(${organizationId})`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: InvitedRole.parse(row.role),
    status: row.status === 'sent' ? 'sent' : 'pending',
    invitedBy: nameOf(row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }))
}

/** Hashes of the secrets of an invitation's two links: the mailed link, and the link shown to the inviter. */
export interface Secrets {
  mailed: Buffer
  shown: Buffer
}

export interface NewInvitation {
  email: string
  role: InvitedRole
  therapistIds: readonly string[]
}

/** Returns the new invitation's id, or the error code. */
export async function insertInvitation(
  db: Db,
  organizationId: string,
  { email, role, therapistIds }: NewInvitation,
  { mailed, shown }: Secrets,
): Promise<{ refusal: string | null; id: string }> {
  const { rows } = await sql<{ refusal: string | null; id: string | null }>`
    select * from app.invite(${organizationId}, ${email}, ${role}, ${sql.val([...therapistIds])}::uuid[],
      ${mailed}, ${shown})`.execute(db)
  return { refusal: rows[0]?.refusal ?? null, id: rows[0]?.id ?? '' }
}

/** Extends an invitation to seven days from now, before it is mailed again. Returns null, or the error code. */
export async function renewInvitation(
  db: Db,
  organizationId: string,
  id: string,
  { mailed, shown }: Secrets,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.renew_invitation(${organizationId}, ${id}, ${mailed}, ${shown}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

/** Returns the seconds until a limit of invitations ends. `id` is the invitation to send again. */
export async function secondsToInvite(
  db: Db,
  organizationId: string,
  refusal: string | null,
  id: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ wait: number | null }>`
    select app.invitation_wait(${organizationId}, ${refusal}, ${id}) as wait`.execute(db)
  return rows[0]?.wait ?? 1
}

/** Replaces the secret of the shown link. Returns null, or the error code. */
export async function replaceShownSecret(
  db: Db,
  organizationId: string,
  id: string,
  shown: Buffer,
): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.replace_invitation_link(${organizationId}, ${id}, ${shown}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

export async function markSent(db: Db, organizationId: string, id: string): Promise<void> {
  await sql`select app.mark_invitation_sent(${organizationId}, ${id})`.execute(db)
}

/** Returns null, or the error code. */
export async function cancelInvitation(db: Db, organizationId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ refusal: string | null }>`
    select app.cancel_invitation(${organizationId}, ${id}) as refusal`.execute(db)
  return rows[0]?.refusal ?? null
}

export interface Offer {
  email: string
  organizationName: string
  inviterName: string
  role: InvitedRole
  /** `pending`, `sent`, `expired` or `accepted`. */
  status: string
  expiresAt: Date
  isMailed: boolean
}

/** Finds the invitation of a secret, also for callers who are not signed in. */
export async function findOffer(db: Db, hash: Buffer): Promise<Offer | undefined> {
  const { rows } = await sql<Omit<PendingRow, 'id' | 'created_at'> & { organization_name: string; is_mailed: boolean }>`
    select * from app.find_invitation(${hash})`.execute(db)
  const [row] = rows
  return (
    row && {
      email: row.email,
      organizationName: row.organization_name.trim() || 'Organization',
      inviterName: nameOf(row),
      role: InvitedRole.parse(row.role),
      status: row.status,
      expiresAt: row.expires_at,
      isMailed: row.is_mailed,
    }
  )
}

export interface Accepted {
  refusal: string | null
  status: string | null
  organizationId: string
  role: string
  /** The therapists whose supervisor the caller became, with their former supervisors. */
  supervised: { therapistId: string; from: string | null }[]
}

/** Adds the caller to the organization. An invitation can be accepted once. */
export async function acceptInvitation(db: Db, hash: Buffer): Promise<Accepted> {
  const { rows } = await sql<Accepted>`
    select refusal, status, coalesce(organization_id::text, '') as "organizationId", coalesce(role, '') as role,
      coalesce(supervised, '[]') as supervised
    from app.accept_invitation(${hash})`.execute(db)
  return rows[0] ?? { refusal: 'invitation_missing', status: null, organizationId: '', role: '', supervised: [] }
}

/** Counts a preview. Returns the seconds to wait if one address had too many within a minute, else 0. */
export async function countPreview(db: Db, address: string, max: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.count_attempt(${`invitation ${address}`}, ${max}, '1 minute') as wait`.execute(db)
  return rows[0]?.wait ?? 0
}

function nameOf({ first_name, last_name }: Pick<PendingRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim() || unknownInviter
}
