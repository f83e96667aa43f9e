import type { EditedNote, EditedSection, Note, NoteType, Statement } from '#shared/contract/notes.ts'
import { applyEdits } from '#server/clinical-text/evidence/edits.ts'
import { joinedParts } from '#shared/rules/note-parts.ts'
import { unplacedSection } from '#shared/rules/note-types.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { speakerName } from '#shared/rules/speaker-name.ts'
import { markInNote } from '#server/clinical-text/safety/safety.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { storableText } from '#server/db/storable.ts'
import { readTranscript } from '#server/features/transcripts/get-transcript.ts'
import { addVersion } from './add-version.ts'
import { requireVersion } from './require-version.ts'
import { lockOwnNote } from './own-note.ts'
import { showNote } from './show-note.ts'
import type { NoteRow } from './store.ts'
import { titlesOf } from './titles-of.ts'
import { shownSections, toNote } from './to-note.ts'

/**
 * Saves the therapist's edit as a new version. Unchanged sentences keep their evidence. If the text is unchanged, no
 * version is added. The note gets the note type of the edit, which may be a former type; this neither uses nor returns
 * a type change. An empty 'Not placed' section is removed.
 * @throws session_missing, not_allowed, note_section_foreign; note_conflict, with the newest note, if the edit began
 * from an older version
 */
export async function saveNote(
  context: Context,
  input: EditedNote & { sessionId: string; baseVersion: number },
): Promise<Note> {
  const note = await lockOwnNote(context, input.sessionId)
  requireVersion(context, note, input.baseVersion)
  const next = await withSections(context, note, input)
  if (next === note) return await showNote(context, note)
  return toNote(context, await context.sendLast(() => addEdit(context, next)))
}

/**
 * Saves edited sections as a new version of a note that the caller has locked. Sentences of `insertable` keep their
 * evidence if the edited text contains them. Returns the same note if the text is unchanged.
 * @throws note_section_foreign
 */
export async function saveSections(
  context: Context,
  note: NoteRow,
  edited: EditedNote,
  insertable: readonly Statement[] = [],
): Promise<NoteRow> {
  const next = await withSections(context, note, edited, insertable)
  return next === note ? note : await addEdit(context, next)
}

const addEdit = (context: Context, note: NoteRow) => addVersion(context, note, 'edited', context.actor.userId)

/** Returns the note with the edited sections, or the same note if its text and type did not change. */
async function withSections(
  context: Context,
  note: NoteRow,
  { noteType, sections: edited }: EditedNote,
  insertable: readonly Statement[] = [],
): Promise<NoteRow> {
  const template = templateOf(note, noteType, edited)
  const titles = new Set([...titlesOf({ noteType, template }), unplacedSection])
  if (!edited.every(({ title }) => titles.has(title))) fail('note_section_foreign')
  const written = edited
    .map(storable)
    .filter(({ title, content }) => title !== unplacedSection || content.trim() !== '')
  if (noteType === note.noteType && textOf(shownSections(note)) === textOf(written)) return note
  const known = [...insertable, ...(await insertablePassages(context, note, written))]
  const sections = applyEdits(note.sections, written, known)
  const state = note.state === 'generating' ? 'generating' : 'ready'
  const safety = markInNote(note.safety, sections)
  return { ...note, noteType, template, sections, safety, state, error: null, typeChosen: true }
}

/** Returns the note's template if it has all edited sections. Otherwise null, as for the sections of a note type. */
function templateOf(note: NoteRow, noteType: NoteType, edited: readonly EditedSection[]): NoteRow['template'] {
  if (!note.template || noteType !== note.noteType) return null
  const titles = new Set([...titlesOf(note), unplacedSection])
  return edited.every(({ title }) => titles.has(title)) ? note.template : null
}

/** Returns the text of sections for comparison. Parts without text count as no parts. */
const textOf = (sections: readonly EditedSection[]) =>
  JSON.stringify(
    sections.map(({ title, content, parts = [] }) => [title, content, parts.some((one) => one.content) ? parts : []]),
  )

function storable({ title, content, parts }: EditedSection): EditedSection {
  const fields = parts?.map((one) => ({ part: storableText(one.part), content: storableText(one.content) }))
  return {
    title: storableText(title),
    content: fields ? joinedParts(fields) : storableText(content),
    ...(fields && { parts: fields }),
  }
}

/** Returns the safety passages as lines with evidence, because an edit with a quote may have inserted some of them. */
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
