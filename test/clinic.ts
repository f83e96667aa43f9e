import { buildClient, buildMember, buildOrganization } from './build.ts'
import type { Api, World } from './world.ts'

/** A clinic with a therapist, members who may or may not read the therapist's records, and the owner of another clinic. */
export interface Clinic {
  organizationId: string
  therapistId: string
  therapist: Api
  supervisor: Api
  admin: Api
  owner: Api
  colleague: Api
  otherSupervisor: Api
  otherOwner: Api
  anonymous: Api
}

export async function buildClinic(world: World): Promise<Clinic> {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const supervising = await buildMember(world, { organizationId, role: 'supervisor' })
  const { userId: therapistId } = await buildMember(world, { organizationId, managedBy: supervising.userId })
  const as = async (role: 'admin' | 'supervisor' | 'therapist') =>
    await world.as((await buildMember(world, { organizationId, role })).userId)
  return {
    organizationId,
    therapistId,
    therapist: await world.as(therapistId),
    supervisor: await world.as(supervising.userId),
    admin: await as('admin'),
    owner: await world.as(ownerId),
    colleague: await as('therapist'),
    otherSupervisor: await as('supervisor'),
    otherOwner: await world.as((await buildOrganization(world)).ownerId),
    anonymous: world.anonymous,
  }
}

/** A clinic and a client named Maya Stone of its therapist, who has this time zone. */
export async function buildTherapistWithClient(world: World, timeZone: string) {
  const clinic = await buildClinic(world)
  const { therapist, therapistId } = clinic
  await therapist.accounts.update({ timeZone })
  const { id: clientId } = await buildClient(world, { therapistId, firstName: 'Maya', lastName: 'Stone' })
  return { clinic, therapist, clientId }
}

/** Roles that may see a therapist's records without owning them. */
export const otherReaders = ['supervisor', 'admin', 'owner'] as const
export const strangers = ['colleague', 'otherSupervisor', 'otherOwner'] as const
