import {
  buildClient,
  buildDraftedNote,
  buildMember,
  buildOrganization,
  buildSession,
  buildTranscript,
  buildUser,
} from './build.ts'
import { confirmIdentity, sign, writeSections } from './signing.ts'
import type { Api, World } from './world.ts'

/** A clinic with a pre-licensed associate, their supervisor and another supervisor, all with credentials. */
export interface Clinic {
  organizationId: string
  ids: { owner: string; supervisor: string; otherSupervisor: string; associate: string }
  apis: { owner: Api; supervisor: Api; otherSupervisor: Api; associate: Api }
}

export async function buildClinic(world: World): Promise<Clinic> {
  const owner = await buildUser(world, { firstName: 'Olga', lastName: 'Winter' })
  const supervisor = await buildUser(world, { firstName: 'Ruth', lastName: 'Halden' })
  const otherSupervisor = await buildUser(world, { firstName: 'Sten', lastName: 'Aker' })
  const associate = await buildUser(world, { firstName: 'Tamsin', lastName: 'Okell' })
  const { id: organizationId } = await buildOrganization(world, { ownerId: owner })
  for (const userId of [supervisor, otherSupervisor])
    await buildMember(world, { organizationId, userId, role: 'supervisor' })
  await buildMember(world, { organizationId, userId: associate, managedBy: supervisor })
  await world.db
    .updateTable('users')
    .set({ credentials: 'PhD' })
    .where('id', 'in', [owner, supervisor, otherSupervisor])
    .execute()
  await world.db
    .updateTable('users')
    .set({ credentials: 'MA', is_prelicensed: true })
    .where('id', '=', associate)
    .execute()
  const ids = { owner, supervisor, otherSupervisor, associate }
  const apis = {
    owner: await world.as(owner),
    supervisor: await world.as(supervisor),
    otherSupervisor: await world.as(otherSupervisor),
    associate: await world.as(associate),
  }
  for (const userId of Object.values(ids)) await confirmIdentity(world, userId)
  return { organizationId, ids, apis }
}

/** A note of the therapist about the client Juniper Vale, with nothing left to review. */
export async function buildOwnNote(world: World, therapistId: string): Promise<string> {
  const { id: clientId } = await buildClient(world, { therapistId, firstName: 'Juniper', lastName: 'Vale' })
  const { id: sessionId } = await buildSession(world, { clientId })
  await buildTranscript(world, { sessionId })
  await buildDraftedNote(world, { sessionId })
  await writeSections(world, sessionId)
  return sessionId
}

/** A note of the associate that awaits a co-signature. */
export async function buildSignedNote(world: World, { ids, apis }: Clinic): Promise<string> {
  const sessionId = await buildOwnNote(world, ids.associate)
  await sign(apis.associate, sessionId)
  return sessionId
}
