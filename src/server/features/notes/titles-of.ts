import { sectionTitles } from '#shared/rules/note-types.ts'
import type { NoteRow } from './store.ts'

/** Returns the section titles of a note, in order: the titles of its template, or else of its note type. */
export function titlesOf({ noteType, template }: Pick<NoteRow, 'noteType' | 'template'>): readonly string[] {
  return template ? template.sections.map(({ title }) => title) : sectionTitles(noteType)
}
