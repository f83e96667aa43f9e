import type { PsychotherapyNote, PsychotherapyNoteInput } from '#shared/contract/psychotherapy-notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { noteKeys, sealNote } from './sealed-note.ts'
import { findByRequest, insertNote, newNoteId, ownClients } from './store.ts'
import { toPsychotherapyNote } from './to-psychotherapy-note.ts'

/**
 * Adds a psychotherapy note about one of the caller's own clients. A repeated request adds no second note.
 * @throws client_missing for all other clients; psychotherapy_note_excluded
 */
export async function addPsychotherapyNote(
  context: Context,
  input: PsychotherapyNoteInput & { clientId: string; requestId: string },
): Promise<PsychotherapyNote> {
  const { db, actor, config } = context
  const clientId = rowId(input.clientId, 'client_missing')
  const [clients, id] = await Promise.all([ownClients(db, actor, [clientId]), newNoteId(db)])
  const client = clients.get(clientId) ?? fail('client_missing')
  const confirmed = requireConfirmed(input)
  const keys = noteKeys(config)
  const place = { id, clientId, authorId: actor.userId }
  const sealed = sealNote(keys, place, { text: input.text, clientName: client.name, confirmed })
  const { requestId } = input
  const [isNew, note] = await Promise.all([
    insertNote(db, { ...place, organizationId: client.organizationId, requestId, sealed }),
    findByRequest(db, actor, requestId),
  ])
  if (!note) fail('psychotherapy_note_missing')
  const resource = { resourceType: 'psychotherapy_note', resourceId: note.id, clientId: note.clientId } as const
  audit(context, { action: isNew ? 'psychotherapy_note.added' : 'psychotherapy_note.read', ...resource })
  return toPsychotherapyNote(keys, note)
}
