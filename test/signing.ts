import { sql } from 'kysely'
import {
  buildClient,
  buildDraftedNote,
  buildMember,
  buildOrganization,
  buildSession,
  buildTranscript,
} from './build.ts'
import type { Api, World } from './world.ts'

/** Gives a user credentials, and confirms their identity in all their sign-ins. */
export async function readyToSign(world: World, userId: string): Promise<void> {
  await world.db.updateTable('users').set({ credentials: 'LCSW' }).where('id', '=', userId).execute()
  await confirmIdentity(world, userId)
}

/** Records that the user confirmed their identity `minutesAgo` minutes ago, in all their sign-ins. */
export async function confirmIdentity(
  world: World,
  userId: string,
  minutesAgo = 0,
  method: 'password' | 'totp' = 'password',
): Promise<void> {
  await world.db
    .updateTable('auth_sessions')
    .set({ confirmed_at: sql<Date>`now() - make_interval(mins => ${minutesAgo})`, confirmed_with: method })
    .where('user_id', '=', userId)
    .execute()
}

/** A therapist of an organization who is ready to sign, and a function that adds drafted notes. */
export async function buildSigner(world: World, values: { organizationId?: string; managedBy?: string } = {}) {
  const organizationId = values.organizationId ?? (await buildOrganization(world)).id
  const { userId } = await buildMember(world, { ...values, organizationId })
  const api = await world.as(userId)
  await readyToSign(world, userId)
  const { id: clientId } = await buildClient(world, { therapistId: userId, organizationId })
  return {
    organizationId,
    userId,
    api,
    clientId,
    /** A drafted note whose sentences are all supported. */
    draft: async (date?: string) => {
      const { id } = await buildSession(world, { clientId, ...(date !== undefined && { date }) })
      await buildTranscript(world, { sessionId: id })
      await buildDraftedNote(world, { sessionId: id })
      await writeSections(world, id)
      return id
    },
  }
}

/** Signs the current version of a note, as its page does. */
export async function sign(api: Api, sessionId: string) {
  const { toSign } = await api.signatures.get({ sessionId })
  if (!toSign) throw new Error('the note cannot be signed')
  const { version, contentSha256, attestationText } = toSign
  return await api.signatures.sign({ sessionId, version, contentSha256, attestationText })
}

/** Writes every section, so that nothing is left to review. */
export async function writeSections(world: World, sessionId: string): Promise<void> {
  const sections = ['Subjective', 'Objective', 'Assessment', 'Plan'].map((title) => {
    const text = `${title} as observed.`
    return { title, content: text, statements: [{ text, evidence: [], check: 'clinician' }] }
  })
  const written = { sections: JSON.stringify(sections) }
  await world.db.updateTable('notes').set(written).where('session_id', '=', sessionId).execute()
  await sql`alter table note_versions disable trigger lock_version`.execute(world.db)
  await world.db.updateTable('note_versions').set(written).where('session_id', '=', sessionId).execute()
  await sql`alter table note_versions enable trigger lock_version`.execute(world.db)
}
