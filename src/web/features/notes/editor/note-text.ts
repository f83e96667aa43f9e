import type { EditedSection } from '#shared/contract/notes.ts'

/** Formats a note as plain text for the clipboard. */
export function noteText(sections: readonly EditedSection[]): string {
  return sections.map(sectionText).join('\n\n')
}

/** Formats one section with its title. */
export function sectionText({ title, content }: EditedSection): string {
  return `${title}\n${content}`
}
