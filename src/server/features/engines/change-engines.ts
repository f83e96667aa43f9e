import type { Engines } from '#shared/contract/engines.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireEngineRights } from '#server/features/accounts/engine-rights.ts'
import type { ListedModel } from '#server/providers/engines/port.ts'
import { readEngines, sizeOf } from './get-engines.ts'
import { inGigabytes } from './gigabytes.ts'

type Input = { modelId: string }

/**
 * Asks the worker to download a model, or to resume its download. A repeated request changes nothing.
 * @throws not_allowed, engine_unknown; engine_disk, engine_memory if the machine is too small for the model
 */
export async function downloadEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  const { engines, actor, jobs, db } = context
  const { state, bytes } = engines.stateOf(model)
  if (state !== 'absent' && state !== 'paused') return await readEngines(context)
  const { diskFree, memoryFree } = await engines.machine()
  const needed = sizeOf(model) - bytes
  if (needed > diskFree) fail('engine_disk', { needed: inGigabytes(needed), free: inGigabytes(diskFree) })
  requireMemory(model, memoryFree)
  await record(context, 'engine.download_requested', model)
  await engines.request(model, { action: 'download', userId: actor.userId })
  await jobs.enqueue(db, 'engines.work', {})
  return await readEngines(context)
}

/** @throws not_allowed, engine_unknown */
export async function pauseEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  await record(context, 'engine.download_paused', model)
  await context.engines.pause(model)
  return await readEngines(context)
}

/** @throws not_allowed, engine_unknown */
export async function cancelEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  await record(context, 'engine.download_canceled', model)
  await context.engines.cancel(model)
  return await readEngines(context)
}

/**
 * Asks the worker to compare the files of an installed model with their checksums.
 * @throws not_allowed, engine_unknown, engine_missing
 */
export async function verifyEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  const { engines, actor, jobs, db } = context
  requireInstalled(context, model)
  await record(context, 'engine.verification_requested', model)
  await engines.request(model, { action: 'verify', userId: actor.userId })
  await jobs.enqueue(db, 'engines.work', {})
  return await readEngines(context)
}

/**
 * Makes an installed model active, from the next session or draft on.
 * @throws not_allowed, engine_unknown, engine_missing, engine_memory; engine_setting if an environment variable chooses
 * the model
 */
export async function useEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  const { engines } = context
  requireInstalled(context, model)
  const { decidedBy } = engines.active(model.kind)
  if (decidedBy !== null) fail('engine_setting', { setting: decidedBy })
  if (engines.stateOf(model).isActive) return await readEngines(context)
  requireMemory(model, (await engines.machine()).memoryFree)
  await record(context, 'engine.chosen', model)
  await engines.choose(model)
  return await readEngines(context)
}

/**
 * Deletes the files of a model. Transcripts and notes stay.
 * @throws not_allowed, engine_unknown
 */
export async function removeEngine(context: Context, input: Input): Promise<Engines> {
  const model = await find(context, input)
  await record(context, 'engine.removed', model)
  await context.engines.remove(model)
  return await readEngines(context)
}

async function find(context: Context, { modelId }: Input): Promise<ListedModel> {
  await requireEngineRights(context)
  return context.engines.models.find(({ id }) => id === modelId) ?? fail('engine_unknown')
}

function requireInstalled({ engines }: Context, model: ListedModel): void {
  const { state } = engines.stateOf(model)
  if (state !== 'installed' && state !== 'active') fail('engine_missing')
}

function requireMemory({ memory }: ListedModel, free: number): void {
  if (memory > free) fail('engine_memory', { needed: inGigabytes(memory), free: inGigabytes(free) })
}

async function record(context: Context, action: string, { id }: ListedModel): Promise<void> {
  audit(context, { action, resourceType: 'engine', organizationId: null, details: { model: id } })
}
