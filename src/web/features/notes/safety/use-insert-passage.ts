import type { Note, SafetyPassage } from '#shared/contract/notes.ts'
import { safetyQuote } from '#shared/rules/safety-quote.ts'
import { api } from '#web/api/client.ts'
import { showUndo } from '#web/ui/feedback/undo-toast.tsx'
import { type EvidenceTools, useEvidenceTools } from '../evidence/evidence-tools.ts'
import type { InsertPassage } from './insert-passage.tsx'
import type { NoteEdits } from '../editor/use-note-edits.ts'
import { allFieldsOf, editedSections, type Field, withPassage } from '../editor/worksheet.ts'

/**
 * Adds a safety passage to the note, as a new version by the clinician. Undo restores the previous version, or removes
 * the passage from the field if the note was changed since. If the note has unsaved text, the passage is inserted into
 * the field and saved with it.
 */
export function useInsertPassage(note: Note, edits: NoteEdits): InsertPassage {
  const { sessionId } = note
  const { sourceOf } = useEvidenceTools()

  const remove = (id: string, line: string) => edits.change(id, (text) => withoutLast(text, line))
  const insertUnsaved = ({ id, name }: Field, line: string) => {
    edits.change(id, (text) => atEnd(text, line))
    void showUndo(`Inserted into ${name}. Save the note to keep it.`, () => remove(id, line))
  }
  const insertAndSave = async ({ id, name, content }: Field, line: string) => {
    const { version, noteType } = note
    const text = atEnd(content, line)
    const sections = editedSections(note, (other) => (other === id ? text : undefined))
    const saved = await edits.sendBeside(() => api.notes.save({ sessionId, baseVersion: version, noteType, sections }))
    if (!saved) return
    void showUndo(`Inserted into ${name}.`, () => {
      if (!edits.isShownUnchanged(saved.version)) return remove(id, line)
      void edits.sendBeside(() => api.notes.restore({ sessionId, version, baseVersion: saved.version }))
    })
  }
  const into = (field: Field, passage: SafetyPassage) => {
    const line = lineOf(passage, sourceOf)
    if (edits.isDirty) insertUnsaved(field, line)
    else void insertAndSave(field, line)
  }
  return { fields: suggestedFirst(allFieldsOf(edits.shown)), isBusy: edits.isSaving, into }
}

const atEnd = (text: string, line: string) => withPassage(text.trimEnd(), line, text.length, text.length).text

/** Removes the last occurrence of a passage, which may have several lines. */
function withoutLast(text: string, passage: string): string {
  const start = `\n${text}\n`.lastIndexOf(`\n${passage}\n`)
  if (start < 0) return text
  const rest = text.slice(start + passage.length + 1)
  return rest === '' ? text.slice(0, Math.max(0, start - 1)) : `${text.slice(0, start)}${rest}`
}

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
