import type { EditedSection, Note, NoteType, Section } from '#shared/contract/notes.ts'
import { joinedParts } from '#shared/rules/note-parts.ts'
import { promptsOf } from '#shared/rules/note-prompts.ts'

/** Whether a note is written from excerpts that are shown beside it. */
export const isWorksheet = ({ sections }: Pick<Note, 'sections'>): boolean => sections.some(({ excerpts }) => excerpts)

/** A note as its page shows it: without passages that a correction took out of the transcript. */
export function asWorksheet<N extends Pick<Note, 'sections'>>(note: N): N {
  return { ...note, sections: note.sections.map(withStandingExcerpts) }
}

function withStandingExcerpts(section: Section): Section {
  const { excerpts } = section
  return excerpts ? { ...section, excerpts: excerpts.filter(({ evidence }) => evidence.length > 0) } : section
}

/** A text field of a note: a section, or one part of a worksheet's section. */
export type Field = {
  id: string
  /** What a person calls it: the part, or the section. */
  name: string
  /** The section. */
  title: string
  part: string | null
  /** What to write; empty outside a worksheet. */
  hint: string
  content: string
}

/** The fields of a section: one for each part of a worksheet, unless it was written as one text. */
export function fieldsOf(noteType: NoteType, { title, content, excerpts, parts }: Section): Field[] {
  const prompts = excerpts ? promptsOf(noteType, title) : []
  if (prompts.length < 2 || (!parts && content.trim() !== '')) {
    const hint = prompts.map((prompt) => prompt.hint).join(' ')
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

type Typed = Pick<Note, 'noteType' | 'sections'>

export const allFieldsOf = ({ noteType, sections }: Typed): Field[] =>
  sections.flatMap((section) => fieldsOf(noteType, section))

export const isWritten = ({ content }: Pick<Field, 'content'>): boolean => content.trim() !== ''

/** Whether a part of a worksheet is not written yet. */
export const isToWrite = (note: Typed): boolean => isWorksheet(note) && !allFieldsOf(note).every(isWritten)

/** How far a worksheet is, e.g. `1 of 5 parts written`. */
export function partsWritten(fields: readonly Field[]): string {
  const written = fields.filter(isWritten).length
  return `${written} of ${fields.length} ${fields.length === 1 ? 'part' : 'parts'} written`
}

/** The sections as they are saved; `textOf` is what was typed into a field. */
export function editedSections(
  { noteType, sections }: Typed,
  textOf: (id: string) => string | undefined,
): EditedSection[] {
  return sections.map((section) => {
    const fields = fieldsOf(noteType, section).map((field) => ({
      ...field,
      content: textOf(field.id) ?? field.content,
    }))
    const parts = fields.flatMap(({ part, content }) => (part === null ? [] : [{ part, content }]))
    const content = parts.length > 0 ? joinedParts(parts) : fields.map((field) => field.content).join('')
    return { title: section.title, content, ...(parts.length > 0 && { parts }) }
  })
}

/** A text with a passage on a line of its own at the cursor, and where the cursor is after it. */
export function withPassage(text: string, passage: string, from: number, to: number): { text: string; cursor: number } {
  const before = text.slice(0, from).replace(/[ \t]+$/, '')
  const after = text.slice(to).replace(/^[ \t]+/, '')
  const head = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${passage}`
  return { text: `${head}${after === '' || after.startsWith('\n') ? '' : '\n'}${after}`, cursor: head.length }
}
