import { audit } from '#server/audit.ts'
import type { Services } from '#server/context.ts'
import type { ListedModel, Task } from '#server/providers/engines/port.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { useFirstOfKind } from './use-first-of-kind.ts'

/** Runs the requested downloads and verifications of models. The first model of a kind becomes active at once. */
export async function workOnEngines(services: Services, signal: AbortSignal): Promise<void> {
  await services.engines.work(signal, (model, task) => finish(services, model, task))
}

async function finish(services: Services, model: ListedModel, { action, userId }: Task): Promise<void> {
  await asUser(services, userId, async (context) => {
    const event = { resourceType: 'engine', organizationId: null, details: { model: model.id } } as const
    audit(context, { ...event, action: action === 'download' ? 'engine.downloaded' : 'engine.verified' })
    if (action === 'download') await useFirstOfKind(context, model)
  })
}
