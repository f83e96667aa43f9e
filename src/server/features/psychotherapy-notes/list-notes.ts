import type { PsychotherapyNote, PsychotherapyNotesClient } from '#shared/contract/psychotherapy-notes.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { noteKeys, openNote } from './sealed-note.ts'
import { listNewest, listNotes, ownClients } from './store.ts'
import { toPsychotherapyNote } from './to-psychotherapy-note.ts'

const pageSize = 50

/**
 * Lists the caller's psychotherapy notes about a client, newest first.
 * @throws client_missing if the client is not the caller's own and the caller has no notes about the client
 */
export async function listPsychotherapyNotes(
  context: Context,
  input: { clientId: string; after?: string | undefined },
): Promise<{ clientName: string; isOwn: boolean; items: PsychotherapyNote[]; hasMore: boolean }> {
  const { db, actor, config } = context
  const clientId = rowId(input.clientId, 'client_missing')
  const keys = noteKeys(config)
  audit(context, { action: 'psychotherapy_note.read', resourceType: 'client', resourceId: clientId, clientId })
  const [clients, found] = await Promise.all([
    ownClients(db, actor, [clientId]),
    listNotes(db, actor, { clientId, after: input.after, limit: pageSize + 1 }),
  ])
  const client = clients.get(clientId)
  const [newest] = found
  const clientName = client?.name ?? (newest && openNote(keys, newest, newest.sealed).clientName)
  if (clientName === undefined) fail('client_missing')
  return {
    clientName,
    isOwn: client !== undefined,
    items: found.slice(0, pageSize).map((note) => toPsychotherapyNote(keys, note)),
    hasMore: found.length > pageSize,
  }
}

/** Lists the clients about whom the caller has notes, including clients who were transferred to another therapist. */
export async function listNotesByClient(context: Context): Promise<{ items: PsychotherapyNotesClient[] }> {
  const { db, actor, config } = context
  const keys = noteKeys(config)
  audit(context, { action: 'psychotherapy_note.listed', resourceType: 'psychotherapy_note' })
  const newest = await listNewest(db, actor)
  const clients = await ownClients(
    db,
    actor,
    newest.map(({ clientId }) => clientId),
  )
  const items = newest
    .toSorted((a, b) => b.editedAt.getTime() - a.editedAt.getTime())
    .map((note) => ({
      clientId: note.clientId,
      clientName: clients.get(note.clientId)?.name ?? openNote(keys, note, note.sealed).clientName,
      isOwn: clients.has(note.clientId),
      noteCount: note.noteCount,
      updatedAt: note.editedAt.toISOString(),
    }))
  return { items }
}
