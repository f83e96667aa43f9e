import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { OrganizationRole } from '#shared/contract/accounts.ts'
import type { Statement } from '#shared/contract/notes.ts'
import { contentOf } from '#server/clinical-text/evidence/edits.ts'
import { conversation } from './transcript.ts'
import type { World } from './world.ts'

/** Builders insert rows as the superuser and create the parents that a row needs. */

export async function buildUser(
  world: World,
  values: {
    email?: string
    firstName?: string
    lastName?: string
    role?: 'user' | 'admin'
    isActive?: boolean
    isVerified?: boolean
  } = {},
) {
  const { id } = await world.db
    .insertInto('users')
    .values({
      email: values.email ?? `${randomUUID()}@example.test`,
      first_name: values.firstName ?? 'Robin',
      last_name: values.lastName ?? 'Hale',
      role: values.role ?? 'user',
      is_active: values.isActive ?? true,
      email_verified: values.isVerified ?? true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Confirms the email address of an account, as the mailed code would. */
export async function confirmAddress(world: Pick<World, 'db'>, email: string): Promise<void> {
  await world.db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
}

/**
 * A platform admin signed in with a second factor. Only the sign-ins created here may administer the platform; later
 * sign-ins (`world.as`) may not.
 */
export async function buildPlatformAdmin(world: World, givenId?: string) {
  const userId = givenId ?? (await buildUser(world, { role: 'admin' }))
  const api = await world.as(userId)
  const headers = await world.headersOf(userId)
  await world.db.updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
  await world.db
    .updateTable('auth_sessions')
    .set({ second_factor_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
  return { userId, api, headers }
}

/** A passkey that no device has. It counts as a second factor. */
export async function buildPasskey(world: World, userId: string, name = 'Key'): Promise<void> {
  const key = { name, public_key: '', credential_id: userId, counter: 0, device_type: 'singleDevice', backed_up: false }
  await world.db
    .insertInto('auth_passkeys')
    .values({ user_id: userId, ...key })
    .execute()
}

/** An organization with its owner. */
export async function buildOrganization(world: World, values: { name?: string; ownerId?: string } = {}) {
  const ownerId = values.ownerId ?? (await buildUser(world))
  const { id } = await world.db
    .insertInto('organizations')
    .values({ name: values.name ?? 'Northside Clinic', owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await buildMember(world, { organizationId: id, userId: ownerId, role: 'owner' })
  return { id, ownerId }
}

/** A member of an organization. Creates the user and the organization if they are not given. */
export async function buildMember(
  world: World,
  values: { organizationId?: string; userId?: string; role?: OrganizationRole; managedBy?: string } = {},
) {
  const organizationId = values.organizationId ?? (await buildOrganization(world)).id
  const userId = values.userId ?? (await buildUser(world))
  await world.db
    .insertInto('organization_members')
    .values({
      organization_id: organizationId,
      user_id: userId,
      role: values.role ?? 'therapist',
      managed_by: values.managedBy ?? null,
    })
    .execute()
  return { organizationId, userId }
}

export async function buildClient(
  world: World,
  values: {
    therapistId?: string
    organizationId?: string | null
    firstName?: string
    lastName?: string
    status?: 'active' | 'archived'
  } = {},
) {
  const therapistId = values.therapistId ?? (await buildMember(world)).userId
  const organizationId =
    values.organizationId === undefined ? await organizationOf(world, therapistId) : values.organizationId
  const { id } = await world.db
    .insertInto('clients')
    .values({
      therapist_id: therapistId,
      organization_id: organizationId,
      first_name: values.firstName ?? 'Sam',
      last_name: values.lastName ?? 'Okoro',
      status: values.status ?? 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, therapistId, organizationId }
}

/** A session, completed by default, with an empty note. */
export async function buildSession(
  world: World,
  values: { clientId?: string; date?: string; status?: 'completed' | 'processing' | 'failed' | 'scheduled' } = {},
) {
  const clientId = values.clientId ?? (await buildClient(world)).id
  const client = await world.db.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirstOrThrow()
  const owner = { organization_id: client.organization_id, therapist_id: client.therapist_id, client_id: clientId }
  const date = values.date ?? '2026-03-02'
  const { id } = await world.db
    .insertInto('sessions')
    .values({ ...owner, date, start_time: '09:00', end_time: '09:50', status: values.status ?? 'completed' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('notes')
    .values({ ...owner, session_id: id, session_date: date })
    .execute()
  await world.db
    .insertInto('session_progress')
    .values({
      session_id: id,
      organization_id: client.organization_id,
      therapist_id: client.therapist_id,
      stage: 'complete',
      percent: 100,
    })
    .execute()
  return { id, clientId, therapistId: client.therapist_id, organizationId: client.organization_id }
}

async function organizationOf(world: World, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select organization_id as id from organization_members where user_id = ${userId} limit 1`.execute(world.db)
  return rows[0]?.id ?? null
}

/** A transcript with the turns `u1`, `u2`, …, alternating between therapist and client. By default it has eight. */
export async function buildTranscript(world: World, values: { sessionId: string; texts?: readonly string[] }) {
  const session = await world.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', values.sessionId)
    .executeTakeFirstOrThrow()
  const turns = conversation.split('\n').map((line) => line.replace(/^\w+: /, ''))
  const utterances = (values.texts ?? turns).map((text, at) => ({
    id: `u${at + 1}`,
    speaker: at % 2 === 0 ? 'therapist' : 'client',
    label: at % 2 === 0 ? 'Speaker 1' : 'Speaker 2',
    start: at * 10,
    end: at * 10 + 8,
    text,
  }))
  await world.db
    .insertInto('transcripts')
    .values({
      session_id: session.id,
      organization_id: session.organization_id,
      therapist_id: session.therapist_id,
      utterances: JSON.stringify(utterances),
      language: 'en',
      engine: 'test',
      has_times: true,
    })
    .execute()
  return utterances
}

/**
 * Turns the session's note into a drafted SOAP note, version 1. By default, its first sentence has evidence in `u2` and
 * nothing else was discussed.
 */
export async function buildDraftedNote(
  world: World,
  values: { sessionId: string; statements?: Readonly<Record<string, readonly Statement[]>> },
) {
  const evidence = [{ utteranceId: 'u2', quote: 'I wake up at three' }]
  const first = { text: 'Client reports: “I wake up at three.”', evidence, check: 'supported' as const }
  const drafted: Readonly<Record<string, readonly Statement[]>> = values.statements ?? { Subjective: [first] }
  const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => {
    const statements = drafted[title] ?? []
    return { title, content: contentOf(statements), statements }
  })
  const note = await world.db
    .updateTable('notes')
    .set({ state: 'ready', version: 1, sections: JSON.stringify(sections), drafter: 'extractive' })
    .where('session_id', '=', values.sessionId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const owner = { session_id: note.session_id, organization_id: note.organization_id, therapist_id: note.therapist_id }
  const content = { note_type: note.note_type, sections: JSON.stringify(sections), drafter: note.drafter }
  await world.db
    .insertInto('note_versions')
    .values({ ...owner, ...content, version: 1, reason: 'drafted' })
    .execute()
  await world.db
    .insertInto('note_requests')
    .values({ ...owner, kind: 'draft', note_type: note.note_type, state: 'done' })
    .execute()
  return sections
}

/** Nine bytes in the file store, as the stored recording of a session. */
export async function buildRecording(world: World, values: { sessionId: string }) {
  const session = await world.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', values.sessionId)
    .executeTakeFirstOrThrow()
  const storageName = `session-recordings/${session.therapist_id}/${session.client_id}/${session.id}.wav`
  const content = Buffer.from('recording')
  await world.providers.files.put(storageName, Readable.from([content]))
  await world.db
    .insertInto('recordings')
    .values({
      session_id: session.id,
      organization_id: session.organization_id,
      therapist_id: session.therapist_id,
      file_name: 'session.wav',
      media_type: 'audio/wav',
      size: content.length,
      duration_seconds: 90,
      storage_name: storageName,
      state: 'stored',
    })
    .execute()
  return { storageName }
}
