import { sentence } from '#shared/contract/errors.ts'
import type { Note } from '#shared/contract/notes.ts'
import { sectionTitles } from '#shared/rules/note-types.ts'
import type { Config } from '#server/config.ts'
import { withDismissals } from './dismissals.ts'
import type { NoteRow } from './store.ts'

/** A note for display. An unwritten one has the empty sections of its note type (spec core §4). */
export function toNote(config: Config, note: NoteRow): Note {
  const { sessionId, noteType, state, error, version, drafter, model, secondReading, coverage } = note
  const empty = sectionTitles(noteType).map((title) => ({ title, content: '', statements: [] }))
  return {
    sessionId,
    noteType,
    state,
    error,
    sections: version === 0 ? empty : note.sections,
    version,
    drafter,
    model,
    secondReading,
    coverage,
    safety: withDismissals(note.safety, note.dismissals),
    typeChangesRemaining: Math.max(0, config.NOTE_TYPE_CHANGES - note.typeChanges),
    enhancementsRemaining: Math.max(0, config.NOTE_ENHANCEMENTS - note.enhancements),
    canDraftExcerpts: config.DRAFTER !== 'extractive' && isToBeDrafted(note),
    canChooseType: !note.typeChosen,
    updatedAt: note.updatedAt.toISOString(),
  }
}

/** True if the first draft failed or is in progress, and the transcript holds enough speech. */
function isToBeDrafted({ drafter, state, error, session }: NoteRow): boolean {
  const isUndrafted = drafter === 'none' && (state === 'generating' || state === 'failed')
  return isUndrafted && session.hasTranscript && error !== sentence('too_little_speech')
}
