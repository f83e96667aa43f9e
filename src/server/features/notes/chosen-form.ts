import type { NoteType } from '#shared/contract/notes.ts'
import type { Context } from '#server/context.ts'
import { templateForNote } from '#server/features/templates/template-for-note.ts'
import { findOccurrence, type NoteRow } from './store.ts'

/** The note type of a note and its template, which together determine the sections. */
export type NoteForm = Pick<NoteRow, 'noteType' | 'template'>

/**
 * Returns the chosen note type, or the chosen template with its note type.
 * @throws template_missing; template_retired if the template is not published
 */
export async function chosenForm(
  context: Context,
  { sessionId, session }: NoteRow,
  { noteType, templateId }: { noteType: NoteType; templateId?: string | undefined },
): Promise<NoteForm> {
  if (templateId === undefined) return { noteType, template: null }
  const occurrence = await findOccurrence(context.db, sessionId)
  return await templateForNote(context, templateId, { settingType: session.settingType, ...occurrence })
}

/** True if both forms have the same note type and the same version of the same template. */
export function isSameForm(one: NoteForm, other: NoteForm): boolean {
  const { template: oneTemplate } = one
  const { template: otherTemplate } = other
  return (
    one.noteType === other.noteType &&
    oneTemplate?.id === otherTemplate?.id &&
    oneTemplate?.version === otherTemplate?.version
  )
}
