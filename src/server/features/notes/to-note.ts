import type { Note } from '#shared/contract/notes.ts'
import { sectionTitles } from '#shared/rules/note-types.ts'
import type { Config } from '#server/config.ts'
import type { NoteRow } from './store.ts'

/** A note as it is shown. One that was never written has the empty sections of its note type (core specification, section 4). */
export function toNote(config: Config, note: NoteRow): Note {
  const { sessionId, noteType, state, error, version, drafter, coverage, safety } = note
  const empty = sectionTitles(noteType).map((title) => ({ title, content: '', statements: [] }))
  return {
    sessionId,
    noteType,
    state,
    error,
    sections: version === 0 ? empty : note.sections,
    version,
    drafter,
    coverage,
    safety,
    typeChangesRemaining: Math.max(0, config.NOTE_TYPE_CHANGES - note.typeChanges),
    enhancementsRemaining: Math.max(0, config.NOTE_ENHANCEMENTS - note.enhancements),
    canChooseType: !note.typeChosen,
    updatedAt: note.updatedAt.toISOString(),
  }
}
