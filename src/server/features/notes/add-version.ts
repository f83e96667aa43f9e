import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { type NoteRow, updateNote } from './store.ts'
import { insertVersion, type VersionReason } from './versions-store.ts'

const actions: Readonly<Record<VersionReason, string>> = {
  drafted: 'note.drafted',
  edited: 'note.edited',
  'type changed': 'note.type_changed',
  enhanced: 'note.enhanced',
  restored: 'note.restored',
}

/** Saves the note as a new version. `authorId` is null for a version that no user wrote. */
export async function addVersion(
  context: Context,
  note: NoteRow,
  reason: VersionReason,
  authorId: string | null,
): Promise<NoteRow> {
  const next = { ...note, version: note.version + 1 }
  audit(context, {
    action: actions[reason],
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { version: next.version, noteType: next.noteType },
  })
  const [saved] = await Promise.all([updateNote(context.db, next), insertVersion(context.db, next, reason, authorId)])
  return saved
}
