import { sentence } from '#shared/contract/errors.ts'
import type { Note, Section, UsedTemplate } from '#shared/contract/notes.ts'
import { wishesBeyondExcerpts } from '#shared/rules/template-wishes.ts'
import type { Context } from '#server/context.ts'
import { isLocked } from '#shared/rules/note-status.ts'
import { openItems, markKeptStatements } from './open-items.ts'
import { toReviewable } from './to-reviewable.ts'
import type { NoteRow } from './store.ts'
import { titlesOf } from './titles-of.ts'

/**
 * Returns the sections of a note for display. An unwritten note has the empty sections of its template or note type
 * (spec core §4).
 */
export function shownSections(note: NoteRow): Section[] {
  if (note.version === 0) return titlesOf(note).map((title) => ({ title, content: '', statements: [] }))
  return markKeptStatements(note.sections, note.decisions)
}

/** Converts a stored note for display. */
export function toNote({ config, engines }: Pick<Context, 'config' | 'engines'>, note: NoteRow): Note {
  const { sessionId, noteType, state, status, origin, error, version, drafter, model, secondReading, coverage } = note
  const reviewed = toReviewable(note)
  return {
    sessionId,
    noteType,
    template: usedTemplate(note),
    state,
    status,
    origin,
    error,
    sections: shownSections(note),
    version,
    drafter,
    model,
    secondReading,
    coverage,
    safety: reviewed.safety,
    safetyReading: note.safetyReading?.state ?? null,
    typeChangesRemaining: Math.max(0, config.NOTE_TYPE_CHANGES - note.typeChanges),
    enhancementsRemaining: Math.max(0, config.NOTE_ENHANCEMENTS - note.enhancements),
    canDraftExcerpts: !isLocked(note) && awaitsFirstDraft(note) && engines.languageModel() !== null,
    canChooseType: !isLocked(note) && !note.typeChosen,
    toReview: isLocked(note) ? 0 : openItems(reviewed).length,
    updatedAt: note.updatedAt.toISOString(),
  }
}

function usedTemplate({ template, drafter }: NoteRow): UsedTemplate | null {
  if (!template) return null
  const { id, version, name, sections } = template
  const notFollowed = drafter === 'extractive' ? wishesBeyondExcerpts(template) : []
  const tables = sections.filter(({ style }) => style === 'table').map(({ title }) => title)
  const hints = Object.fromEntries(
    sections.filter(({ instruction }) => instruction !== '').map(({ title, instruction }) => [title, instruction]),
  )
  return { id, version, name, hints, notFollowed, tables }
}

/** True if the first draft failed or is in progress, and did not fail because the transcript is too short. */
function awaitsFirstDraft({ drafter, state, error, session }: NoteRow): boolean {
  const isUndrafted = drafter === 'none' && (state === 'generating' || state === 'failed')
  const isTooShort = error === sentence('too_little_speech') || error === sentence('transcript_too_short')
  return isUndrafted && session.hasTranscript && !isTooShort
}
