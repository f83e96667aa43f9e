import type { EditedSection, Note, Section } from '#shared/contract/notes.ts'
import { joinedParts } from '#shared/rules/note-parts.ts'
import { promptsOf, writtenPrompt } from '#shared/rules/note-prompts.ts'

/** Returns whether the note is a worksheet, which the user writes from excerpts shown beside it. */
export const isWorksheet = ({ sections }: Pick<Note, 'sections'>): boolean => sections.some(({ excerpts }) => excerpts)

/** Returns the note without excerpts that a transcript correction removed. */
export function asWorksheet<N extends Pick<Note, 'sections'>>(note: N): N {
  return { ...note, sections: note.sections.map(withStandingExcerpts) }
}

function withStandingExcerpts(section: Section): Section {
  const { excerpts } = section
  return excerpts ? { ...section, excerpts: excerpts.filter(({ evidence }) => evidence.length > 0) } : section
}

/** A text field of a note: a section, or one part of a worksheet section. */
export type Field = {
  id: string
  /** Display name: the part's or the section's. */
  name: string
  /** Title of the section. */
  title: string
  part: string | null
  /** The instruction for the section; empty if the section was drafted as text. */
  hint: string
  content: string
}

type Kind = Pick<Note, 'noteType' | 'origin'> & Partial<Pick<Note, 'template'>>

/** Returns the fields of a section: one per worksheet part, or a single one if the section was written as one text. */
export function fieldsOf({ noteType, origin, template }: Kind, { title, content, excerpts, parts }: Section): Field[] {
  const wish = template?.hints[title]
  if (origin === 'written') {
    return [{ id: title, name: title, title, part: null, hint: wish ?? writtenPrompt(noteType, title), content }]
  }
  const prompts = excerpts ? promptsOf(noteType, title) : []
  if (prompts.length < 2 || (!parts && content.trim() !== '')) {
    const hint = wish ?? prompts.map((prompt) => prompt.hint).join(' ')
    return [{ id: title, name: title, title, part: null, hint, content }]
  }
  return prompts.map(({ part, hint }) => ({
    id: `${title}: ${part}`,
    name: part,
    title,
    part,
    hint,
    content: parts?.find((one) => one.part === part)?.content ?? '',
  }))
}

type Typed = Kind & Pick<Note, 'sections'>

export const allFieldsOf = (note: Typed): Field[] => note.sections.flatMap((section) => fieldsOf(note, section))

/** Returns the id of the first field of a section. */
export function firstFieldOf(note: Typed, title: string): string {
  const sections = note.sections.filter((section) => section.title === title)
  return allFieldsOf({ ...note, sections })[0]?.id ?? title
}

export const isWritten = ({ content }: Pick<Field, 'content'>): boolean => content.trim() !== ''

/** Returns whether parts of a worksheet are not written yet. */
export const isToWrite = (note: Typed): boolean => isWorksheet(note) && hasEmptyFields(note)

/** Returns whether the user writes the note field by field and some fields are still empty. */
export const isBeingWritten = (note: Typed): boolean =>
  (isWorksheet(note) || note.origin === 'written') && hasEmptyFields(note)

const hasEmptyFields = (note: Typed) => !allFieldsOf(note).every(isWritten)

/** Formats the progress of a worksheet, e.g. `1 of 5 parts written`. */
export function partsWritten(fields: readonly Field[]): string {
  const written = fields.filter(isWritten).length
  return `${written} of ${fields.length} ${fields.length === 1 ? 'part' : 'parts'} written`
}

/** Returns the sections to save. `textOf` returns the typed text of a field. */
export function editedSections(note: Typed, textOf: (id: string) => string | undefined): EditedSection[] {
  return note.sections.map((section) => {
    const fields = fieldsOf(note, section).map((field) => ({
      ...field,
      content: textOf(field.id) ?? field.content,
    }))
    const parts = fields.flatMap(({ part, content }) => (part === null ? [] : [{ part, content }]))
    const content = parts.length > 0 ? joinedParts(parts) : fields.map((field) => field.content).join('')
    return { title: section.title, content, ...(parts.length > 0 && { parts }) }
  })
}

/**
 * Returns the range of a text that a passage replaces, and the passage with the line breaks that put it on its own
 * line.
 */
export function placeOfPassage(text: string, passage: string, from: number, to: number) {
  const start = text.slice(0, from).replace(/[ \t]+$/, '').length
  const end = text.length - text.slice(to).replace(/^[ \t]+/, '').length
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n'
  const after = end === text.length || text[end] === '\n' ? '' : '\n'
  return { start, end, inserted: `${before}${passage}${after}`, cursor: start + before.length + passage.length }
}

/** Inserts a passage at the cursor, on its own line. Returns the text and the new cursor. */
export function withPassage(text: string, passage: string, from: number, to: number): { text: string; cursor: number } {
  const { start, end, inserted, cursor } = placeOfPassage(text, passage, from, to)
  return { text: `${text.slice(0, start)}${inserted}${text.slice(end)}`, cursor }
}
