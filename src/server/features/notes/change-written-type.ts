import type { Section } from '#shared/contract/notes.ts'
import { unplacedSection } from '#shared/rules/note-types.ts'
import { applyEdits } from '#server/clinical-text/evidence/edits.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { NoteForm } from './chosen-form.ts'
import { titlesOf } from './titles-of.ts'
import { addVersion } from './add-version.ts'
import { type NoteRow, updateNote } from './store.ts'

/**
 * Changes the type of a note that was written without a recording. Sections with the same title keep their text; other
 * text moves to 'Not placed'. The change needs no draft, so it does not use a note type change.
 */
export async function changeWrittenType(context: Context, note: NoteRow, form: NoteForm): Promise<NoteRow> {
  if (note.version > 0) {
    const sections = placeText(titlesOf(form), note.sections)
    return await addVersion(context, { ...note, ...form, sections }, 'type changed', context.actor.userId)
  }
  audit(context, {
    action: 'note.type_changed',
    resourceType: 'note',
    resourceId: note.sessionId,
    clientId: note.client.id,
    details: { noteType: form.noteType },
  })
  return await updateNote(context.db, { ...note, ...form })
}

function placeText(titles: readonly string[], sections: readonly Section[]): Section[] {
  const textOf = (title: string) => sections.find((section) => section.title === title)?.content ?? ''
  const unplaced = sections.filter(({ title, content }) => !titles.includes(title) && content.trim() !== '')
  const placed = titles.map((title) => ({ title, content: textOf(title) }))
  const unplacedPart = { title: unplacedSection, content: unplaced.map(({ content }) => content.trim()).join('\n') }
  return applyEdits(sections, unplaced.length > 0 ? [...placed, unplacedPart] : placed)
}
