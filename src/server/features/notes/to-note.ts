import { sentence } from '#shared/contract/errors.ts'
import type { Note } from '#shared/contract/notes.ts'
import { sectionTitles } from '#shared/rules/note-types.ts'
import type { Config } from '#server/config.ts'
import type { NoteRow } from './store.ts'

/** A note as it is shown. One that was never written has the empty sections of its note type (core specification, section 4). */
export function toNote(config: Config, note: NoteRow): Note {
  const { sessionId, noteType, state, error, version, drafter, model, secondReading, coverage, safety } = note
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
    safety,
    typeChangesRemaining: Math.max(0, config.NOTE_TYPE_CHANGES - note.typeChanges),
    enhancementsRemaining: Math.max(0, config.NOTE_ENHANCEMENTS - note.enhancements),
    canDraftExcerpts: config.DRAFTER !== 'extractive' && isToBeDrafted(note),
    canChooseType: !note.typeChosen,
    updatedAt: note.updatedAt.toISOString(),
  }
}

/** Whether the first draft of a transcript that holds enough speech failed or is being made. */
function isToBeDrafted({ drafter, state, error, session }: NoteRow): boolean {
  const isUndrafted = drafter === 'none' && (state === 'generating' || state === 'failed')
  return isUndrafted && session.hasTranscript && error !== sentence('too_little_speech')
}
