import { firstPlaceholder } from '#shared/rules/snippets.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/tenant.ts'
import { openItems } from './open-items.ts'
import { lockOwnNote } from './own-note.ts'
import { toReviewable } from './to-reviewable.ts'
import { findNote, type NoteRow } from './store.ts'

/** The facts about a note that are needed to sign it. */
export interface SignableNote extends Pick<
  NoteRow,
  | 'sessionId'
  | 'therapistId'
  | 'renderedBy'
  | 'therapistName'
  | 'noteType'
  | 'state'
  | 'status'
  | 'origin'
  | 'version'
  | 'updatedAt'
> {
  clientId: string
  facts: Pick<NoteRow['session'], 'date' | 'startTime' | 'endTime' | 'settingType' | 'contact' | 'participants'> & {
    clientId: string
  }
  source: NoteRow['session']['source']
  /** The number of review items that block the signature. */
  openItems: number
  /** The first empty section that the template requires. */
  requiredSection: string | null
  /** The first placeholder of a snippet that the clinician has not filled in. */
  placeholder: string | null
}

/** Finds the note of a session that the caller may see. */
export async function findSignableNote(db: Db, sessionId: string): Promise<SignableNote | undefined> {
  const note = await findNote(db, sessionId)
  return note && toSignable(note)
}

/**
 * Finds a note that the caller may sign, and locks it until the transaction ends.
 * @throws session_missing, not_allowed, note_of_other, note_signed
 */
export async function lockSignableNote(context: Context, sessionId: string): Promise<SignableNote> {
  return toSignable(await lockOwnNote(context, sessionId))
}

function toSignable(note: NoteRow): SignableNote {
  const { date, startTime, endTime, settingType, contact, participants } = note.session
  const open = openItems(toReviewable(note))
  return {
    ...note,
    clientId: note.client.id,
    facts: { clientId: note.client.id, date, startTime, endTime, settingType, contact, participants },
    source: note.session.source,
    openItems: open.length,
    requiredSection: open.find(({ required }) => required)?.section ?? null,
    placeholder: firstPlaceholder(note.sections.map(({ content }) => content).join('\n')),
  }
}
