import type { PreparedCopy } from '#shared/contract/copies.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { getNote } from '#server/features/notes/get-note.ts'
import { getVersion } from '#server/features/notes/versions.ts'
import { findProfile } from './profiles.ts'
import { renderCopy } from './render-copy.ts'
import { findAuthor } from './store.ts'

type CopyRequest = { sessionId: string; profileId: string; version?: number }

/** Returns a version of a note as a profile copies it, by default the newest. @throws what `copyOf` throws */
export async function prepareCopy(context: Context, wanted: CopyRequest): Promise<PreparedCopy> {
  return (await copyOf(context, wanted)).copy
}

/**
 * Returns a version of a note as a profile copies it, by default the newest version, with the client's id. The read is
 * audited.
 * @throws session_missing, copy_profile_missing; note_missing for an unwritten note; note_version_missing
 */
export async function copyOf(
  context: Context,
  { sessionId, profileId, version }: CopyRequest,
): Promise<{ copy: PreparedCopy; clientId: string }> {
  const { note, client, session } = await getNote(context, { sessionId })
  if (note.version === 0) fail('note_missing')
  const copied =
    version === undefined || version === note.version ? note : await getVersion(context, { sessionId, version })
  const profile = await findProfile(context, profileId)
  const { noteType, sections } = copied
  // Only the newest version can have a signature that applies.
  const status = copied.version === note.version ? note.status : 'draft'
  const author = await findAuthor(context.db, note.sessionId, copied.version)
  const source = {
    version: copied.version,
    noteType,
    sections,
    tables: note.template?.tables ?? [],
    client,
    session,
    author,
    status,
  }
  return { copy: renderCopy(source, profile), clientId: client.id }
}
