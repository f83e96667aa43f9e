import { randomUUID } from 'node:crypto'
import { noteKeys, sealNote } from '#server/features/psychotherapy-notes/sealed-note.ts'
import type { World } from './world.ts'

/** Inserts a psychotherapy note as the superuser, encrypted as in the product. Its text and client name hold the marker. */
export async function buildPsychotherapyNote(
  world: Pick<World, 'db' | 'config'>,
  { clientId, authorId, marker }: { clientId: string; authorId: string; marker: string },
): Promise<string> {
  const id = randomUUID()
  const content = { text: `${marker} is on my mind.`, clientName: `${marker} Quill`, confirmed: [] }
  const client = await world.db
    .selectFrom('clients')
    .where('id', '=', clientId)
    .select('organization_id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('psychotherapy_notes')
    .values({
      id,
      organization_id: client.organization_id,
      client_id: clientId,
      author_id: authorId,
      request_id: randomUUID(),
      sealed: sealNote(noteKeys(world.config), { id, authorId, clientId }, content),
    })
    .execute()
  return id
}
