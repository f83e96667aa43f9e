import { buildMember, buildOrganization } from '#test/build.ts'
import { buildSigner, sign } from '#test/signing.ts'
import type { World } from '#test/world.ts'
import type { RoleConnection } from './as-role.ts'

/** Ids of three people who may read the note, and of two who may not. */
export type People = Record<'therapist' | 'supervisor' | 'owner' | 'colleague' | 'stranger', string>

/** A signed note of a supervised therapist, and the people around it. */
export async function buildNoteWithReaders(world: World) {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const supervisor = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
  const signer = await buildSigner(world, { organizationId, managedBy: supervisor })
  const ids: People = {
    therapist: signer.userId,
    supervisor,
    owner: ownerId,
    colleague: (await buildMember(world, { organizationId })).userId,
    stranger: (await buildOrganization(world)).ownerId,
  }
  const sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  return { ids, signer, sessionId }
}

/** The people who see rows of a table. */
export async function readersOf(web: RoleConnection, ids: People, table: string): Promise<string[]> {
  const readers = []
  for (const [person, id] of Object.entries(ids))
    if ((await web.as(id, `select from ${table}`)).rowCount !== 0) readers.push(person)
  return readers
}
