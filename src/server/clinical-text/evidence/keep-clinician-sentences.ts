import type { Section, Statement } from '#shared/contract/notes.ts'
import { unplacedSection } from '#shared/rules/note-types.ts'
import { notDiscussed } from './edits.ts'

/**
 * Sections of a new draft with every sentence that the therapist wrote in the previous note, and every excerpt that the
 * therapist inserted. If the draft repeats a sentence word for word, it counts as the therapist's. If the draft lacks
 * it, it is added to its section, after the sentence that it followed, or to 'Not placed' if the draft lacks that
 * section. A worksheet that is drafted again keeps its whole text: all of it is the therapist's.
 */
export function keepClinicianSentences(
  drafted: readonly Section[],
  before: readonly Section[],
  wasWorksheet = false,
): Section[] {
  let sections: Section[] = drafted.map((section) => {
    const old = before.find(({ title, excerpts }) => excerpts && title === section.title)
    return wasWorksheet && section.excerpts && old ? { ...old, excerpts: section.excerpts } : { ...section }
  })
  const excerpts = new Set(before.flatMap((section) => section.excerpts ?? []).map(({ text }) => text))
  for (const old of before) {
    for (const [at, statement] of old.statements.entries()) {
      const isInWorksheet = wasWorksheet && old.excerpts !== undefined
      if (statement.check !== 'clinician' && !excerpts.has(statement.text) && !isInWorksheet) continue
      const isThere = sections.some(({ statements }) => statements.some(({ text }) => text === statement.text))
      sections = isThere
        ? sections.map((section) => ({ ...section, statements: section.statements.map(asWritten(statement)) }))
        : withSection(sections, old.title).map((section, index, all) =>
            section === placeIn(all, old.title)
              ? insertWritten(section, statement, old.statements.slice(0, at), section.title === old.title)
              : section,
          )
    }
  }
  return sections
}

const asWritten = (written: Statement) => (statement: Statement) =>
  statement.text === written.text ? written : statement

const placeIn = (sections: readonly Section[], title: string) =>
  sections.find((section) => section.title === title) ?? sections.find((section) => section.title === unplacedSection)

/** Adds the section 'Not placed' if the draft has no section with this title. */
function withSection(sections: Section[], title: string): Section[] {
  return placeIn(sections, title) ? sections : [...sections, { title: unplacedSection, content: '', statements: [] }]
}

/**
 * Inserts a sentence after the last one of `earlier` that the section contains, or else at the end. A sentence that was
 * the first of its own section stays first.
 */
function insertWritten(section: Section, written: Statement, earlier: readonly Statement[], isOwn: boolean): Section {
  const { content, statements } = section
  const isFirst = isOwn && earlier.length === 0
  const before = earlier.findLast(({ text }) => statements.some((statement) => statement.text === text))
  const at = before ? statements.findIndex(({ text }) => text === before.text) + 1 : isFirst ? 0 : statements.length
  const lines = content.trim() === '' || content === notDiscussed ? [] : content.split('\n')
  const line = before ? lines.findIndex((one) => one.includes(before.text)) + 1 : at === 0 ? 0 : lines.length
  return {
    ...section,
    content: lines.toSpliced(line, 0, written.text).join('\n'),
    statements: statements.toSpliced(at, 0, written),
  }
}
