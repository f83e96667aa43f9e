import { sentence } from '#shared/contract/errors.ts'
import { audit } from '#server/audit.ts'
import type { Services } from '#server/context.ts'
import { logUnderNumber } from '#server/error-number.ts'
import { isTransient } from '#server/jobs/is-transient.ts'
import type { ListedModel, Task } from '#server/providers/engines/port.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { isDeactivated } from '#server/use-case/is-deactivated.ts'
import { isFirstOfKind, useFirstOfKind } from './use-first-of-kind.ts'

/** Runs the requested downloads and verifications of models. The first model of a kind becomes active at once. */
export async function workOnEngines(services: Services, signal: AbortSignal): Promise<void> {
  await services.engines.work(signal, {
    onInstalled: (model, task) => finish(services, model, task),
    onError: (model, error) => describe(services, model, error),
  })
}

/** Logs an unexpected error under a number, and names the number to the user. */
function describe({ log }: Services, model: ListedModel, error: unknown): string {
  const id = logUnderNumber(log, error, 'the request for a model could not be completed', { model: model.id })
  return sentence('unexpected', { id })
}

/**
 * Returns the failure of an installed model for the user, or null.
 * @throws temporary errors, so that the job is retried
 */
async function finish(services: Services, model: ListedModel, task: Task): Promise<string | null> {
  try {
    await finishAsUser(services, model, task).catch(async (error: unknown) => {
      if (!isDeactivated(error)) throw error
      await finishWithoutUser(services, model, task)
    })
    return null
  } catch (error) {
    if (isTransient(error)) throw error
    return describe(services, model, error)
  }
}

async function finishWithoutUser({ engines, log }: Services, model: ListedModel, { action }: Task): Promise<void> {
  log.warn({ model: model.id }, 'the user who requested a model was deactivated, so the trail lacks its installation')
  if (action === 'download' && isFirstOfKind(engines, model)) await engines.choose(model)
}

async function finishAsUser(services: Services, model: ListedModel, { action, userId }: Task): Promise<void> {
  await asUser(services, userId, async (context) => {
    const event = { resourceType: 'engine', organizationId: null, details: { model: model.id } } as const
    audit(context, { ...event, action: action === 'download' ? 'engine.downloaded' : 'engine.verified' })
    if (action === 'download') await useFirstOfKind(context, model)
  })
}
