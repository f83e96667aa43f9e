import { useState } from 'react'
import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { api } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure } from '#web/ui/feedback/toast.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'
import { type EvidenceTools, useEvidenceTools } from '../evidence/evidence-tools.ts'
import type { InsertPassage } from './insert-passage.tsx'
import type { NoteEdits } from '../editor/use-note-edits.ts'
import { allFieldsOf, editedSections, type Field, withPassage } from '../editor/worksheet.ts'

type Options = {
  note: Note
  edits: NoteEdits
  onSaved: (note: Note) => void
}

/**
 * Adds a safety passage to the note, as a new version by the clinician. Undo restores the previous version. If the note
 * has unsaved text, the passage is inserted into the field and saved with it.
 */
export function useInsertPassage({ note, edits, onSaved }: Options): InsertPassage {
  const [isBusy, setBusy] = useState(false)
  const { sessionId } = note
  const { sourceOf } = useEvidenceTools()

  const send = async (call: () => Promise<Note>, whenDone: (saved: Note) => void) => {
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
  const insertUnsaved = ({ id, name }: Field, line: string) => {
    edits.change(id, (text) => atEnd(text, line))
    void showUndo(`Inserted into ${name}. Save the note to keep it.`, () => {
      edits.change(id, (text) => withoutLine(text, line))
    })
  }
  const insertAndSave = ({ id, name, content }: Field, line: string) => {
    const text = atEnd(content, line)
    const sections = editedSections(note, (other) => (other === id ? text : undefined))
    void send(
      () => api.notes.save({ sessionId, baseVersion: note.version, noteType: note.noteType, sections }),
      (saved) =>
        void showUndo(`Inserted into ${name}.`, () => {
          void send(
            () => api.notes.restore({ sessionId, version: note.version, baseVersion: saved.version }),
            () => {},
          )
        }),
    )
  }
  const into = (field: Field, passage: SafetyPassage) => {
    const line = lineOf(passage, sourceOf)
    if (edits.isDirty) insertUnsaved(field, line)
    else insertAndSave(field, line)
  }
  return { fields: suggestedFirst(allFieldsOf(edits.shown)), isBusy, into }
}

const atEnd = (text: string, line: string) => withPassage(text.trimEnd(), line, text.length, text.length).text

const withoutLine = (text: string, line: string) =>
  text
    .split('\n')
    .filter((one) => one !== line)
    .join('\n')

/** Titles of sections that report what was said. The first one that the note has is suggested. */
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

/** Returns the fields with the suggested one first. */
export function suggestedFirst(fields: readonly Field[]): Field[] {
  const suggested = reporting
    .map((wanted) => fields.find(({ name }) => name === wanted))
    .find((field) => field !== undefined)
  return suggested ? [suggested, ...fields.filter((field) => field !== suggested)] : [...fields]
}

function lineOf(passage: SafetyPassage, sourceOf: EvidenceTools['sourceOf']): string {
  const turns = passage.exchange.flatMap((id) => {
    const source = sourceOf(id)
    return source ? [{ ...source, id }] : []
  })
  return safetyQuote(passage, turns).text
}
