import type { Plan } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { Failure } from '#server/fail.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import type { Payments } from '#server/providers/payments/port.ts'
import { callProvider } from './call-provider.ts'

const maxAgeMs = 5 * 60_000

/** The plans as each provider last listed them. */
const catalogs = new WeakMap<Payments, { items: Plan[]; readAt: number }>()

/**
 * Returns the plans, which may be five minutes old, or older while the provider fails. Every member may read them.
 * @throws no_organization, and the provider's failures
 */
export async function listPlans(request: RequestContext): Promise<{ items: Plan[] }> {
  const { payments, clock } = request
  const organizationId = await asCaller(request, async (context) => requireOrganization(context), undefined)
  const known = catalogs.get(payments)
  const now = clock().getTime()
  if (known && Math.abs(now - known.readAt) < maxAgeMs) return { items: known.items }
  try {
    const items = await callProvider(request, organizationId, () => payments.listPlans())
    catalogs.set(payments, { items, readAt: now })
    return { items }
  } catch (error) {
    if (!known || !(error instanceof Failure)) throw error
    return { items: known.items }
  }
}
