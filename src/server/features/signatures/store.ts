import { sql } from 'kysely'
import * as z from 'zod'
import { Addendum, type AddendumKind, type Signature, SigningRules, type ToSign } from '#shared/contract/signatures.ts'
import { failureCode } from '#server/db/failure-code.ts'
import type { Db } from '#server/db/tenant.ts'

/** The rights of the caller over a note, and the facts that a signature of the caller would contain. */
export interface SigningState {
  signer: ToSign['signer']
  needsCosign: boolean
  supervisorName: string | null
  needsConfirmation: boolean
  confirmedAt: Date | null
  contentSha256: string | null
  /** Null if the default statement applies. */
  attestationText: string | null
  lateDays: number | null
  unlockUntil: Date | null
  mayAddAddendum: boolean
}

/** Finds the signing state of a note that the caller may see. */
export async function findSigningState(db: Db, sessionId: string): Promise<SigningState> {
  const { rows } = await sql<SigningState & ToSign['signer']>`
    select signer_name as name, credentials, license_number as "licenseNumber", license_state as "licenseState",
      needs_cosign as "needsCosign", supervisor_name as "supervisorName", needs_confirmation as "needsConfirmation",
      confirmed_at as "confirmedAt", content_sha256 as "contentSha256", attestation_text as "attestationText",
      late_days as "lateDays", unlock_until as "unlockUntil", may_add as "mayAddAddendum"
    from app.signing_state(${sessionId})`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('app.signing_state returned no row')
  const { name, credentials, licenseNumber, licenseState, ...state } = row
  return { ...state, signer: { name, credentials, licenseNumber, licenseState } }
}

const Superseded = z.enum(['unlocked', 'returned'])

/** Lists all signatures of a note, oldest first, including superseded signatures. */
export async function listSignatures(db: Db, sessionId: string): Promise<Signature[]> {
  const rows = await db
    .selectFrom('note_signatures')
    .leftJoin('note_supersessions as end', 'end.signature_id', 'note_signatures.id')
    .leftJoin('users', 'users.id', 'end.superseded_by')
    .where('note_signatures.session_id', '=', sessionId)
    .select([
      'note_signatures.id',
      'note_signatures.version',
      'note_signatures.role',
      'note_signatures.signer_name as name',
      'note_signatures.credentials',
      'note_signatures.license_number as licenseNumber',
      'note_signatures.license_state as licenseState',
      'note_signatures.time_zone as timeZone',
      'note_signatures.attestation_text as attestationText',
      'note_signatures.signed_at as signedAt',
      'note_signatures.auth_method as authMethod',
      'note_signatures.is_late as isLate',
      'note_signatures.content_sha256 as contentSha256',
      sql<boolean>`app.is_signature_intact(note_signatures)`.as('isIntact'),
      'end.kind',
      'end.reason',
      'end.superseded_at as supersededAt',
      sql<string>`coalesce(users.first_name || ' ' || users.last_name, '')`.as('supersededBy'),
    ])
    .orderBy('note_signatures.seq')
    .execute()
  return rows.map(({ kind, reason, supersededAt, supersededBy, signedAt, role, authMethod, ...row }) => ({
    ...row,
    role: z.enum(['author', 'cosigner']).parse(role),
    authMethod: Addendum.shape.authMethod.parse(authMethod),
    signedAt: signedAt.toISOString(),
    superseded:
      kind === null || reason === null || supersededAt === null
        ? null
        : { kind: Superseded.parse(kind), reason, by: supersededBy, at: supersededAt.toISOString() },
  }))
}

/** Lists the addenda of a note by number. */
export async function listAddenda(db: Db, sessionId: string): Promise<Addendum[]> {
  const rows = await db
    .selectFrom('note_addenda')
    .where('session_id', '=', sessionId)
    .select([
      'number',
      'kind',
      'text',
      'reason',
      'event_date as eventDate',
      'is_unsigned_note as isOfUnsignedNote',
      'author_name as name',
      'credentials',
      'license_number as licenseNumber',
      'license_state as licenseState',
      'time_zone as timeZone',
      'signed_at as signedAt',
      'auth_method as authMethod',
      sql<boolean>`app.is_addendum_intact(note_addenda)`.as('isIntact'),
    ])
    .orderBy('number')
    .execute()
  return rows.map((row) => Addendum.parse({ ...row, signedAt: row.signedAt.toISOString() }))
}

export interface Signing {
  sessionId: string
  version: number
  contentSha256: string
  attestationText: string
}

/** Signs a note. Returns an error code, or null after success. */
export async function insertSignature(db: Db, signing: Signing): Promise<string | null> {
  const { sessionId, version, contentSha256, attestationText } = signing
  return await failureCode(
    db,
    sql`app.sign_note(${sessionId}, ${version}::integer, ${contentSha256}, ${attestationText})`,
  )
}

/** Unlocks a signed note. Returns an error code, or null after success. */
export async function unlock(db: Db, sessionId: string, reason: string): Promise<string | null> {
  return await failureCode(db, sql`app.unlock_note(${sessionId}, ${reason})`)
}

/**
 * Returns an error code if a legal hold or a release forbids superseding the author's signature, with the day of the
 * hold or release.
 */
export async function findSupersedeRefusal(
  db: Db,
  sessionId: string,
): Promise<{ refusal: string | null; since: string | null }> {
  const { rows } = await sql<{ refusal: string | null; since: string | null }>`
    select refusal, since::text from app.supersede_refusal(${sessionId})`.execute(db)
  return rows[0] ?? { refusal: null, since: null }
}

export interface NewAddendum {
  sessionId: string
  kind: AddendumKind
  text: string
  reason: string
  eventDate: string | null
  requestId?: string | undefined
}

/** True if the author's request with this id has added an addendum to the note. */
export async function isAddendumStored(
  db: Db,
  authorId: string,
  { sessionId, requestId }: NewAddendum,
): Promise<boolean> {
  if (requestId === undefined) return false
  const row = await db
    .selectFrom('note_addenda')
    .where('session_id', '=', sessionId)
    .where('author_id', '=', authorId)
    .where('request_id', '=', requestId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds an addendum. Returns an error code, or null after success. */
export async function insertAddendum(db: Db, addendum: NewAddendum): Promise<string | null> {
  const { sessionId, kind, text, reason, eventDate, requestId = null } = addendum
  return await failureCode(
    db,
    sql`app.add_addendum(${sessionId}, ${kind}, ${text}, ${reason}, ${eventDate}::date, ${requestId}::uuid)`,
  )
}

/** Finds the signing rules of an organization to which the caller belongs. */
export async function findRules(db: Db, organizationId: string): Promise<SigningRules | undefined> {
  const row = await db
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select([
      'attestation_text as attestationText',
      'late_after_hours as lateAfterHours',
      'unlock_hours as unlockHours',
    ])
    .executeTakeFirst()
  return row && SigningRules.parse(row)
}

export type ChangedRules = { [Rule in keyof SigningRules]?: SigningRules[Rule] | undefined }

/** Changes some of the signing rules. Returns an error code, or null after success. */
export async function updateRules(db: Db, organizationId: string, changes: ChangedRules): Promise<string | null> {
  return await failureCode(db, sql`app.change_signing_rules(${organizationId}, ${JSON.stringify(changes)}::jsonb)`)
}
