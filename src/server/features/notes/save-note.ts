import type { EditedNote, EditedSection, Note, Statement } from '#shared/contract/notes.ts'
import { applyEdits } from '#server/clinical-text/evidence/edits.ts'
import { joinedParts } from '#shared/rules/note-parts.ts'
import { notPlaced, sectionTitles } from '#shared/rules/note-types.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { markInNote } from '#server/clinical-text/safety/safety.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { storableText } from '#server/db/storable.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { addVersion } from './add-version.ts'
import { requireVersion } from './require-version.ts'
import { ownNote } from './own-note.ts'
import { showNote } from './show-note.ts'
import type { NoteRow } from './store.ts'
import { toNote } from './to-note.ts'

/**
 * Saves the therapist's edit as a new version. Unchanged sentences keep their evidence. Saving unchanged text adds no
 * version. The sections determine the note type, also if it was changed elsewhere meanwhile; writing by hand neither
 * uses nor returns a type change. An empty 'Not placed' section is removed.
 * @throws session_missing, not_allowed, note_section_foreign; note_conflict, with the newest note, if the edit began
 * from an older version
 */
export async function saveNote(
  context: Context,
  input: EditedNote & { sessionId: string; baseVersion: number },
): Promise<Note> {
  const { config, actor } = context
  const { noteType } = input
  const note = await ownNote(context, input.sessionId)
  const titles = new Set([...sectionTitles(noteType), notPlaced])
  if (!input.sections.every(({ title }) => titles.has(title))) fail('note_section_foreign')
  requireVersion(config, note, input.baseVersion)
  const written = input.sections
    .map(storable)
    .filter(({ title, content }) => title !== notPlaced || content.trim() !== '')
  const isSame = noteType === note.noteType && textOf(toNote(config, note).sections) === textOf(written)
  if (isSame) return await showNote(context, note)
  const sections = applyEdits(note.sections, written, await insertablePassages(context, note, written))
  const state = note.state === 'generating' ? 'generating' : 'ready'
  const safety = markInNote(note.safety, sections)
  const edited = { ...note, noteType, sections, safety, state, error: null, typeChosen: true } as const
  return toNote(config, await addVersion(context, edited, 'edited', actor.userId))
}

const textOf = (sections: readonly EditedSection[]) =>
  JSON.stringify(sections.map(({ title, content, parts }) => [title, content, parts]))

function storable({ title, content, parts }: EditedSection): EditedSection {
  const fields = parts?.map((one) => ({ part: storableText(one.part), content: storableText(one.content) }))
  return {
    title: storableText(title),
    content: fields ? joinedParts(fields) : storableText(content),
    ...(fields && { parts: fields }),
  }
}

/** The safety passages that the text quotes, as lines with evidence. */
async function insertablePassages(
  context: Context,
  { sessionId, safety }: NoteRow,
  written: readonly EditedSection[],
): Promise<Statement[]> {
  if (safety.length === 0 || !written.some(({ content }) => content.includes('“'))) return []
  const transcript = await readTranscript(context, sessionId)
  const turns = (transcript?.utterances ?? []).map((utterance) => ({
    id: utterance.id,
    speaker: speakerName(utterance),
    isTherapist: utterance.speaker === 'therapist',
    text: utterance.text,
  }))
  return safety
    .map((passage) =>
      safetyQuote(
        passage,
        turns.filter(({ id }) => passage.exchange.includes(id)),
      ),
    )
    .filter(({ evidence }) => evidence.length > 0)
    .map((quoted) => ({ ...quoted, check: 'clinician' }))
}
