import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { ListedModel } from '#server/providers/engines/port.ts'

/** Makes an installed model active if no model of its kind is active and no environment variable chooses the engine. */
export async function useFirstOfKind(context: Context, model: ListedModel): Promise<void> {
  const { engines } = context
  const isActive = engines.models.some((one) => one.kind === model.kind && engines.stateOf(one).state === 'active')
  if (isActive || engines.active(model.kind).decidedBy !== null) return
  const details = { model: model.id }
  audit(context, { action: 'engine.chosen', resourceType: 'engine', organizationId: null, details })
  await engines.choose(model)
}
