import type { InsertObject } from 'kysely'
import type { ErrorCode } from '#shared/contract/errors.ts'
import type { Actor, Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

/** The row of the caller's own voice in the organization. */
export interface OwnVoiceRow {
  id: string
  isOn: boolean
  /** The session from which the voice is computed, or from which it could not be computed. */
  sessionId: string | null
  failure: string | null
  model: string | null
  sealed: Buffer | null
  storedAt: Date | null
}

const columns = [
  'id',
  'is_on as isOn',
  'session_id as sessionId',
  'failure',
  'model',
  'sealed',
  'stored_at as storedAt',
] as const

export async function findVoice(db: Db, actor: Actor): Promise<OwnVoiceRow | undefined> {
  return await voiceOfCaller(db, actor).executeTakeFirst()
}

/** Returns the caller's voice in the organization of a session, which may differ from their current organization. */
export async function findVoiceInSession(db: Db, userId: string, sessionId: string): Promise<OwnVoiceRow | undefined> {
  return await voiceInSession(db, userId, sessionId).executeTakeFirst()
}

/** Returns the caller's voice in the organization of a session, locked until the transaction ends. */
export async function lockVoiceInSession(db: Db, userId: string, sessionId: string): Promise<OwnVoiceRow | undefined> {
  return await voiceInSession(db, userId, sessionId).forUpdate().executeTakeFirst()
}

function voiceOfCaller(db: Db, { userId, organizationId }: Actor) {
  return db
    .selectFrom('own_voices')
    .where('user_id', '=', userId)
    .where('organization_id', 'is not distinct from', organizationId)
    .select(columns)
}

function voiceInSession(db: Db, userId: string, sessionId: string) {
  return db
    .selectFrom('own_voices')
    .where('user_id', '=', userId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('sessions')
          .where('sessions.id', '=', sessionId)
          .whereRef('sessions.organization_id', 'is not distinct from', 'own_voices.organization_id')
          .select('sessions.id'),
      ),
    )
    .select(columns)
}

/** Stores the request to compute the caller's voice in the organization of a session from their turns in it. */
export async function requestVoice(db: Db, userId: string, sessionId: string): Promise<void> {
  const organizationId = db.selectFrom('sessions').where('id', '=', sessionId).select('organization_id')
  await upsert(db, { userId, organizationId }, { is_on: true, session_id: sessionId, failure: null })
}

export async function setVoiceOn(db: Db, actor: Actor, isOn: boolean): Promise<void> {
  await upsert(db, actor, { is_on: isOn })
}

async function upsert(
  db: Db,
  { userId, organizationId }: { userId: string; organizationId: InsertObject<DB, 'own_voices'>['organization_id'] },
  values: { is_on: boolean; session_id?: string; failure?: null },
): Promise<void> {
  await db
    .insertInto('own_voices')
    .values({ user_id: userId, organization_id: organizationId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'organization_id']).doUpdateSet(values))
    .execute()
}

/** Stores the computed voice and closes the request. */
export async function storeVoice(
  db: Db,
  id: string,
  { model, sealed, at }: { model: string; sealed: Buffer; at: Date },
): Promise<void> {
  await db
    .updateTable('own_voices')
    .set({ model, sealed, stored_at: at, session_id: null, failure: null })
    .where('id', '=', id)
    .execute()
}

export async function setVoiceFailure(db: Db, id: string, failure: ErrorCode): Promise<void> {
  await db.updateTable('own_voices').set({ failure }).where('id', '=', id).execute()
}

/** Deletes the caller's stored voice and an open request. Returns false if the caller has neither. */
export async function clearVoice(db: Db, actor: Actor): Promise<boolean> {
  const row = await voiceOfCaller(db, actor).forUpdate().executeTakeFirst()
  if (!row || (row.sealed === null && row.sessionId === null)) return false
  await db
    .updateTable('own_voices')
    .set({ model: null, sealed: null, stored_at: null, session_id: null, failure: null })
    .where('id', '=', row.id)
    .execute()
  return true
}
