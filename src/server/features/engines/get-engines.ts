import type { EngineGroup, EngineKind, EngineModel, Engines, Machine } from '#shared/contract/engines.ts'
import type { Context } from '#server/context.ts'
import { requireEngineRights } from '#server/features/accounts/engine-rights.ts'
import { scoreOf } from '#server/features/models/get-score.ts'
import type { ListedModel, SourcedModel } from '#server/providers/engines/port.ts'

const kinds: readonly EngineKind[] = ['speech', 'speakers', 'language']

/**
 * Returns the models of this installation by kind. Omits kinds that have no model.
 * @throws not_allowed, second_factor_missing
 */
export async function getEngines(context: Context): Promise<Engines> {
  await requireEngineRights(context)
  return await readEngines(context)
}

/** Returns the models of this installation without a check of the caller's rights. */
export async function readEngines(context: Context): Promise<Engines> {
  const { engines } = context
  const machine = await engines.machine()
  const groups: EngineGroup[] = []
  for (const kind of kinds) {
    const listed = engines.models.filter((model) => model.kind === kind)
    if (listed.length === 0) continue
    const recommended = recommendedOf(listed, machine)
    const models: EngineModel[] = []
    for (const model of listed) models.push(await toModel(context, model, machine, model === recommended))
    groups.push({ kind, models: models.toSorted(compareModels), decidedBy: engines.active(kind).decidedBy })
  }
  return { machine, isLocal: engines.isLocal(), groups, trial: engines.trial() }
}

/**
 * Returns the default model if it leaves half of the memory free, else the largest smaller model that does, else the
 * smallest model that fits. Larger models than the default are not recommended, because they were not measured.
 */
export function recommendedOf(listed: readonly ListedModel[], { memoryTotal }: Machine): ListedModel | undefined {
  const largest = listed.find(({ isDefault }) => isDefault)?.memory ?? 0
  const candidates = listed
    .filter(({ memory }) => memory <= largest)
    .toSorted((one, other) => other.memory - one.memory)
  return (
    candidates.find(({ isDefault, memory }) => isDefault && memory * 2 <= memoryTotal) ??
    candidates.find(({ memory }) => memory * 2 <= memoryTotal) ??
    candidates.findLast(({ memory }) => memory <= memoryTotal)
  )
}

/** Compares models for the order of the list: recommended, active, then by size. */
function compareModels(one: EngineModel, other: EngineModel): number {
  const rank = ({ isRecommended, isActive }: EngineModel) => (isRecommended ? 0 : isActive ? 1 : 2)
  return rank(one) - rank(other) || one.size - other.size
}

async function toModel(
  { engines, db }: Context,
  model: SourcedModel,
  machine: Machine,
  isRecommended: boolean,
): Promise<EngineModel> {
  const { id, name, about, license, base, files, memory } = model
  const state = engines.stateOf(model)
  return {
    ...state,
    id,
    name,
    about,
    license,
    source: base,
    files: files.map(({ name: fileName, url, bytes, sha256 }) => ({ name: fileName, url, bytes, sha256 })),
    size: sizeOf(model),
    memory,
    // An active model may be loaded already, so the memory that it uses is not free.
    fits: state.isActive ? memory <= machine.memoryTotal : memory <= machine.memoryFree,
    measured: model.kind === 'language' ? measuredOf(await scoreOf(db, id)) : [],
    isRecommended,
  }
}

/** Size of all files in bytes. */
export const sizeOf = ({ files }: ListedModel): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

function measuredOf({ standing, failed }: Awaited<ReturnType<typeof scoreOf>>): string[] {
  if (standing === 'not measured') return []
  return standing === 'passed' ? ['Passed all measures'] : ['Not passed', `${failed.length} measures missed`]
}
