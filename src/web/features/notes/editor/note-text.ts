import type { EditedSection } from '#shared/contract/notes.ts'

/** A whole note as plain text, for the clipboard. */
export function noteText(sections: readonly EditedSection[]): string {
  return sections.map(sectionText).join('\n\n')
}

/** One section under its title. */
export function sectionText({ title, content }: EditedSection): string {
  return `${title}\n${content}`
}
