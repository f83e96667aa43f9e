import type { Note, Section } from '#shared/contract/notes.ts'

/** Whether a note is written from excerpts that stand beside it. */
export const isWorksheet = ({ sections }: Pick<Note, 'sections'>): boolean => sections.some(({ excerpts }) => excerpts)

/**
 * A note as its page shows it: the fields of a worksheet are empty until the clinician writes, and passages that a correction
 * took out of the transcript are gone.
 */
export function asWorksheet<N extends Pick<Note, 'sections'>>(note: N): N {
  return { ...note, sections: note.sections.map(asField) }
}

function asField(section: Section): Section {
  const { excerpts, toWrite } = section
  return {
    ...section,
    ...(toWrite && { content: '', statements: [] }),
    ...(excerpts && { excerpts: excerpts.filter(({ evidence }) => evidence.length > 0) }),
  }
}

export const isWritten = ({ content, toWrite }: Section): boolean => !toWrite && content.trim() !== ''

/** How far a worksheet is, e.g. `1 of 4 parts written`. */
export function partsWritten({ sections }: Pick<Note, 'sections'>): string {
  const written = sections.filter(isWritten).length
  return `${written} of ${sections.length} ${sections.length === 1 ? 'part' : 'parts'} written`
}

/** A text with a passage on a line of its own at the cursor, and where the cursor is after it. */
export function withPassage(text: string, passage: string, from: number, to: number): { text: string; cursor: number } {
  const before = text.slice(0, from).replace(/[ \t]+$/, '')
  const after = text.slice(to).replace(/^[ \t]+/, '')
  const head = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${passage}`
  return { text: `${head}${after === '' || after.startsWith('\n') ? '' : '\n'}${after}`, cursor: head.length }
}
