import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import type { Engines, ListedModel } from '#server/providers/engines/port.ts'

/** True if no other model of this kind is active and no environment variable chooses the engine. */
export function isFirstOfKind(engines: Engines, { kind, id }: ListedModel): boolean {
  const others = engines.models.filter((one) => one.kind === kind && one.id !== id)
  return !others.some((one) => engines.stateOf(one).isActive) && engines.active(kind).decidedBy === null
}

/** Makes an installed model active if it is the first of its kind. */
export async function useFirstOfKind(context: Context, model: ListedModel): Promise<void> {
  const { engines } = context
  if (!isFirstOfKind(engines, model)) return
  const details = { model: model.id }
  audit(context, { action: 'engine.chosen', resourceType: 'engine', organizationId: null, details })
  await engines.choose(model)
}
