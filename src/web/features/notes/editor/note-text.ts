import type { EditedSection, NoteStatus } from '#shared/contract/notes.ts'
import { draftLines } from '#shared/rules/draft-lines.ts'

/** Formats a note as plain text for the clipboard. If the note is not final, the first line says so. */
export function noteText({ sections, status }: { sections: readonly EditedSection[]; status: NoteStatus }): string {
  const draftLine = draftLines[status]
  return [...(draftLine === null ? [] : [draftLine]), ...sections.map(sectionText)].join('\n\n')
}

/** Formats a section with its title. */
export function sectionText({ title, content }: EditedSection): string {
  return `${title}\n${content}`
}
