import type { Note } from '#shared/contract/notes.ts'
import type { SessionTranscript, Utterance } from '#shared/contract/transcripts.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { EditResult } from '#server/features/transcripts/edit-transcript.ts'
import { withOriginals } from '#server/features/transcripts/with-originals.ts'
import { threads } from '#server/threads/pool.ts'
import { readSafety } from './current-safety.ts'
import { type NoteRow, updateNote } from './store.ts'
import { toNote } from './to-note.ts'
import { findVersion } from './versions-store.ts'

const isUnsure = ({ speaker, isSpeakerUnsure = false }: Utterance) => speaker === 'unknown' || isSpeakerUnsure

/**
 * Checks a note against its changed transcript. Evidence is removed if its quote is missing, and cites another turn if
 * the quoted words moved there. Safety passages are searched again. The text of the note does not change. Returns note
 * and transcript for display, which is an audited reading if nothing changed.
 */
export async function recheckNote(
  context: Context,
  note: NoteRow,
  { before, after }: EditResult,
): Promise<{ note: Note; transcript: SessionTranscript }> {
  const transcript = await withOriginals(context.db, note.sessionId, after)
  if (after === before) {
    const resource = { resourceId: note.sessionId, clientId: note.client.id }
    audit(context, { action: 'note.read', resourceType: 'note', ...resource })
    audit(context, { action: 'transcript.read', resourceType: 'transcript', ...resource })
    return { note: toNote(context, note), transcript }
  }
  const client = note.client.firstName
  const marks = note.safetyReading?.marks ?? []
  const drafted = (await findVersion(context.db, note.sessionId, note.version))?.sections ?? note.sections
  const sections = await threads.run('recheckSections', {
    sections: note.sections,
    drafted,
    before,
    after,
    client,
    marks,
  })
  const safety = await readSafety(context, note, sections)
  const unsureTurns = after.utterances.filter(isUnsure)
  return { note: toNote(context, await updateNote(context.db, { ...note, sections, safety, unsureTurns })), transcript }
}
