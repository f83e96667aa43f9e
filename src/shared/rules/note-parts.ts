import type { SectionPart } from '../contract/notes.ts'

/** The text of a section with several fields. */
export function joinedParts(parts: readonly SectionPart[]): string {
  return parts
    .map(({ content }) => content.trim())
    .filter((content) => content !== '')
    .join('\n')
}
