import { buildRecord, type ClientRecord } from './authorization/records.ts'
import { buildMember, buildOrganization } from './build.ts'
import type { Api, World } from './world.ts'

/** An organization with two therapists, for transfers of clients from one to the other. */
export interface Transfer {
  organizationId: string
  /** User ids of the two therapists. */
  from: string
  to: string
  owner: Api
  admin: Api
  therapist: Api
  nextTherapist: Api
  /** A complete record without a running recording, so that nothing prevents its transfer. */
  buildIdleRecord: () => Promise<ClientRecord>
}

export async function buildTransfer(world: World): Promise<Transfer> {
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const { userId: adminId } = await buildMember(world, { organizationId, role: 'admin' })
  const { userId: from } = await buildMember(world, { organizationId })
  const { userId: to } = await buildMember(world, { organizationId })
  return {
    organizationId,
    from,
    to,
    owner: await world.as(ownerId),
    admin: await world.as(adminId),
    therapist: await world.as(from),
    nextTherapist: await world.as(to),
    buildIdleRecord: async () => {
      const record = await buildRecord(world, { therapistId: from, organizationId })
      await setStatus(world, record.liveSessionId, 'failed')
      return record
    },
  }
}

export const setStatus = (world: World, sessionId: string, status: string) =>
  world.db.updateTable('sessions').set({ status }).where('id', '=', sessionId).execute()
