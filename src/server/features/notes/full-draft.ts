import type { Section } from '#shared/contract/notes.ts'
import type { Services } from '#server/context.ts'
import type { NoteRequest } from './requests-store.ts'
import type { NoteRow } from './store.ts'

type Drafter = Pick<Services, 'drafter'>

/** True for a first draft by a slow drafter, which takes minutes. Excerpts are saved before such a draft. */
export const isFullDraft = ({ drafter }: Drafter, kind: NoteRequest['kind']): boolean =>
  drafter.isSlow === true && kind === 'draft'

/** True for a full draft of a note with a version, which the therapist can edit in the meantime. */
export const isBackgroundDraft = (
  services: Drafter,
  note: Pick<NoteRow, 'version'>,
  kind: NoteRequest['kind'],
): boolean => isFullDraft(services, kind) && note.version > 0

/** True for a worksheet into which the therapist has written no text. */
export const isBlankWorksheet = ({ drafter, sections }: Pick<NoteRow, 'drafter' | 'sections'>): boolean =>
  drafter === 'extractive' && sections.every(({ content }) => content.trim() === '')

/** Adds the excerpts of the worksheet to the drafted sections. */
export function withExcerpts(drafted: readonly Section[], worksheet: readonly Section[]): Section[] {
  return drafted.map((section) => {
    const excerpts = worksheet.find(({ title }) => title === section.title)?.excerpts
    return excerpts ? { ...section, excerpts } : section
  })
}
