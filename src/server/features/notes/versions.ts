import type { Note, NoteVersion, Section } from '#shared/contract/notes.ts'
import { markInNote } from '#server/clinical-text/safety/safety.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { addVersion } from './add-version.ts'
import { isSameText } from './is-same-text.ts'
import { lockOwnNote, type OwnNote } from './own-note.ts'
import { requireVersion } from './require-version.ts'
import { showNote } from './show-note.ts'
import { findNote } from './store.ts'
import { toNote } from './to-note.ts'
import { findVersion, listVersions as listRows } from './versions-store.ts'

/** @throws session_missing */
export async function listVersions(context: Context, input: { sessionId: string }): Promise<{ items: NoteVersion[] }> {
  const id = rowId(input.sessionId, 'session_missing')
  const [note, items] = await Promise.all([findNote(context.db, id), listRows(context.db, id)])
  if (!note) fail('session_missing')
  audit(context, {
    action: 'note.versions_listed',
    resourceType: 'note',
    resourceId: id,
    clientId: note.client.id,
  })
  return { items }
}

/** @throws session_missing, note_version_missing */
export async function getVersion(
  context: Context,
  input: { sessionId: string; version: number },
): Promise<NoteVersion & { sections: Section[] }> {
  const id = rowId(input.sessionId, 'session_missing')
  const [note, version] = await Promise.all([
    findNote(context.db, id),
    findVersion(context.db, id, versionNumber(input.version)),
  ])
  if (!note) fail('session_missing')
  if (!version) fail('note_version_missing')
  audit(context, {
    action: 'note.version_read',
    resourceType: 'note',
    resourceId: id,
    clientId: note.client.id,
    details: { version: version.version },
  })
  return version
}

/**
 * Saves the content of an earlier version as a new version. Restoring the newest version changes nothing.
 * @throws session_missing, not_allowed, note_version_missing, note_conflict
 */
export async function restoreVersion(
  context: Context,
  input: { sessionId: string; version: number; baseVersion: number },
): Promise<Note> {
  const { db, actor } = context
  const note = await lockOwnNote(context, input.sessionId)
  const version = (await findVersion(db, note.sessionId, versionNumber(input.version))) ?? fail('note_version_missing')
  requireVersion(context, note, input.baseVersion)
  if (version.version === note.version) return await showNote(context, note)
  const { noteType, template, sections, drafter, model, secondReading, coverage } = version
  const state = note.state === 'generating' ? 'generating' : 'ready'
  const safety = markInNote(note.safety, sections)
  const content = { noteType, template, sections, drafter, model, secondReading, coverage, safety }
  const restored = { ...note, ...content, state, error: null, typeChosen: true } as const
  return toNote(context, await addVersion(context, restored, 'restored', actor.userId))
}

/** True if the note has the type and the text of the given version. */
export async function hasTextOf({ db }: Context, note: OwnNote, number: number): Promise<boolean> {
  const version = await findVersion(db, note.sessionId, number)
  return version?.noteType === note.noteType && isSameText(version.sections, note.sections)
}

const largestInteger = 2_147_483_647

/** @throws note_version_missing for a number that does not fit into the column, because no version has such a number */
function versionNumber(version: number): number {
  return Math.abs(version) <= largestInteger ? version : fail('note_version_missing')
}
