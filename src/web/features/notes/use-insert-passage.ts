import { useState } from 'react'
import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/toast.ts'
import { showUndo } from '#web/ui/undo-toast.tsx'
import { type EvidenceTools, useEvidenceTools } from './evidence-tools.ts'
import type { InsertPassage } from './insert-passage.tsx'

type Options = {
  note: Note
  /** Text that is typed and not saved would be lost. */
  isDirty: boolean
  onSaved: (note: Note) => void
}

/** Adds a safety passage to the note as a new version, in the clinician's name; undone by restoring the version before. */
export function useInsertPassage({ note, isDirty, onSaved }: Options): InsertPassage {
  const [isBusy, setBusy] = useState(false)
  const { sessionId } = note
  const { sourceOf } = useEvidenceTools()

  const change = async (call: () => Promise<Note>, whenDone: (saved: Note) => void) => {
    setBusy(true)
    try {
      const saved = await call()
      onSaved(saved)
      whenDone(saved)
    } catch (error) {
      showFailure(readError(error, 'Failed to save notes').sentence)
    } finally {
      setBusy(false)
    }
  }
  const into = (title: string, passage: SafetyPassage) => {
    if (isDirty) return showFailure('Save or discard your changes to the note first.')
    const line = quoteOf(passage, sourceOf)
    const sections = note.sections.map((section) => ({
      title: section.title,
      content: section.title === title ? [section.content.trimEnd(), line].filter(Boolean).join('\n') : section.content,
    }))
    void change(
      () => api.notes.save({ sessionId, baseVersion: note.version, noteType: note.noteType, sections }),
      (saved) =>
        void showUndo(`Inserted into ${title}.`, () => {
          void change(
            () => api.notes.restore({ sessionId, version: note.version, baseVersion: saved.version }),
            () => {},
          )
        }),
    )
  }
  return { sections: suggestedFirst(note.sections.map(({ title }) => title)), isBusy, into }
}

/** Where notes report what was said; the first that a note has is suggested. */
const reporting = [
  'Risk',
  'Risk Assessment',
  'Subjective',
  'Data',
  'Behavior',
  'Situation',
  'Problem',
  'Presenting Problem',
]

function suggestedFirst(titles: readonly string[]): string[] {
  const suggested = reporting.find((title) => titles.includes(title))
  return suggested === undefined ? [...titles] : [suggested, ...titles.filter((title) => title !== suggested)]
}

/** `Therapist: “…?” Client: “…”`: the client's turn, or a question with the whole answer. */
function quoteOf({ utteranceId, quote, exchange }: SafetyPassage, sourceOf: EvidenceTools['sourceOf']): string {
  const turns = exchange.flatMap((id) => {
    const source = sourceOf(id)
    return source ? [{ ...source, id }] : []
  })
  const at = turns.findIndex(({ id }) => id === utteranceId)
  const found = turns[at]
  if (!found) return `“${quote}”`
  const rest = turns.slice(at + 1)
  const end = rest.findIndex(({ isTherapist }) => isTherapist)
  const answer = found.isTherapist ? rest.slice(0, end < 0 ? rest.length : end) : []
  return [found, ...answer].map((turn) => `${turn.speaker}: “${turn.text.replace(/[“”"]/g, '’')}”`).join(' ')
}
