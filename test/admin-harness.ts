import { createMailWorld } from './browser.ts'
import { buildClient, buildMember, buildOrganization, buildPlatformAdmin, buildSession } from './build.ts'

export type AdminHarness = Awaited<ReturnType<typeof openAdminHarness>>

/** Runs the product with a signed-in platform admin. */
export async function openAdminHarness() {
  const { world, mail } = await createMailWorld()
  const { userId: adminId, api } = await buildPlatformAdmin(world)
  return {
    world,
    mail,
    adminId,
    api,

    /** A clinic with an owner, a supervisor, a supervised therapist, and the therapist's client with a session. */
    async newClinic() {
      const { id: organizationId, ownerId } = await buildOrganization(world, { name: `Clinic ${crypto.randomUUID()}` })
      const supervisor = await buildMember(world, { organizationId, role: 'supervisor' })
      const therapist = await buildMember(world, { organizationId, managedBy: supervisor.userId })
      const client = await buildClient(world, { therapistId: therapist.userId })
      const session = await buildSession(world, { clientId: client.id })
      return {
        organizationId,
        ownerId,
        supervisorId: supervisor.userId,
        therapistId: therapist.userId,
        clientId: client.id,
        sessionId: session.id,
      }
    },

    /** Audit events of the admin about a record, oldest first. */
    async eventsOf(resourceId: string) {
      return await world.db
        .selectFrom('audit_events')
        .where('resource_id', '=', resourceId)
        .where('actor_id', '=', adminId)
        .select(['action', 'organization_id', 'client_id', 'details'])
        .orderBy('seq')
        .execute()
    },

    close: () => world.close(),
  }
}

/** Resolves with 'ok', or with the error code of the failed call. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}
