import type { Plan } from '#shared/contract/billing.ts'
import type { RequestContext } from '#server/context.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { asCaller } from '#server/use-case/as-caller.ts'
import { callProvider } from './call-provider.ts'

/** Returns the plans. Every member may read them. @throws no_organization, and the provider's failures */
export async function listPlans(request: RequestContext): Promise<{ items: Plan[] }> {
  await asCaller(request, async (context) => requireOrganization(context), undefined)
  return { items: await callProvider(request, () => request.payments.listPlans()) }
}
