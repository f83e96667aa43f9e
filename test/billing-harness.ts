import type { Services } from '#server/context.ts'
import type { SandboxPayments } from '#server/providers/payments/port.ts'
import { createSandboxPayments } from '#server/providers/payments/sandbox/payments.ts'
import { beginBilling } from './billing.ts'
import { buildMember, buildOrganization } from './build.ts'
import { createWorkerWorld } from './jobs.ts'
import type { Api, World } from './world.ts'

const start = '2026-03-10T12:00:00Z'

/** An organization in its trial, and the owner of another organization. */
export interface Practice {
  organizationId: string
  ownerId: string
  adminId: string
  therapistId: string
  owner: Api
  admin: Api
  therapist: Api
  stranger: Api
}

/** The product with the payments sandbox. The clock is fixed. */
export interface BillingHarness {
  world: World
  services: Services
  /** The provider itself, without our cached state. */
  payments: SandboxPayments
  setNow(at: string): void
  /** Replaces methods of the provider until `newPractice` is called. */
  replace(methods: Partial<SandboxPayments>): void
  /** Resets the clock and the replaced methods, and creates another organization. */
  newPractice(): Promise<Practice>
  close(): Promise<void>
}

export async function openBillingHarness(): Promise<BillingHarness> {
  let now = new Date(start)
  let instead: Partial<SandboxPayments> = {}
  const clock = () => now
  const open = (databaseUrl: string) => createSandboxPayments({ databaseUrl, clock, eventKey: Buffer.alloc(32, 7) })
  const openPayments = (databaseUrl: string) =>
    new Proxy(open(databaseUrl), { get: (target, name) => Reflect.get(instead, name) ?? Reflect.get(target, name) })
  const { world, services, close } = await createWorkerWorld({ providers: { clock, openPayments } })
  const payments = open(world.urls.app_payments)
  return {
    world,
    services,
    payments,
    setNow: (at) => void (now = new Date(at)),
    replace: (methods) => void (instead = methods),
    async newPractice() {
      now = new Date(start)
      instead = {}
      const { id: organizationId, ownerId } = await buildOrganization(world)
      const { userId: adminId } = await buildMember(world, { organizationId, role: 'admin' })
      const { userId: therapistId } = await buildMember(world, { organizationId })
      await beginBilling(services, organizationId, ownerId)
      const other = await buildOrganization(world)
      await beginBilling(services, other.id, other.ownerId)
      const [owner, admin, therapist, stranger] = await Promise.all([
        world.as(ownerId),
        world.as(adminId),
        world.as(therapistId),
        world.as(other.ownerId),
      ])
      return { organizationId, ownerId, adminId, therapistId, owner, admin, therapist, stranger }
    },
    async close() {
      await payments.close()
      await close()
    },
  }
}
