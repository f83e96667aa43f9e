import type { EditedSection, NoteType, Section } from '#shared/contract/notes.ts'
import { joinedParts } from '#shared/rules/note-parts.ts'
import { promptsOf } from '#shared/rules/note-prompts.ts'

/** A text field of a section: the section itself, or one part of a worksheet's section. */
export interface NoteField {
  part: string | null
  content: string
}

/** The fields of a section. A worksheet's section has one per part, unless it was written as one text. */
export function noteFields(noteType: NoteType, { title, content, excerpts, parts }: Section): NoteField[] {
  const prompts = excerpts ? promptsOf(noteType, title) : []
  if (prompts.length < 2 || (!parts && content.trim() !== '')) return [{ part: null, content }]
  return prompts.map(({ part }) => ({ part, content: parts?.find((one) => one.part === part)?.content ?? '' }))
}

/** A section as it is saved, with the text of each field changed. */
export function withFields(noteType: NoteType, section: Section, change: (field: NoteField) => string): EditedSection {
  const { title } = section
  const fields = noteFields(noteType, section).map((field) => ({ ...field, content: change(field) }))
  const parts = fields.flatMap(({ part, content }) => (part === null ? [] : [{ part, content }]))
  if (parts.length > 0) return { title, content: joinedParts(parts), parts }
  return { title, content: fields.map(({ content }) => content).join('') }
}
