import type { Engines } from '#shared/contract/engines.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { requireEngineRights } from '#server/features/accounts/engine-rights.ts'
import { emptyTrial } from './try-engines.ts'
import { readEngines } from './get-engines.ts'

/**
 * Asks the worker to try the active engines on the sample. A request during a trial changes nothing.
 * @throws not_allowed, second_factor_missing; engine_missing without a speech engine
 */
export async function requestTrial(context: Context): Promise<Engines> {
  await requireEngineRights(context)
  const { engines, speech, jobs, db } = context
  if (speech.status().state !== 'ready') fail('engine_missing')
  if (engines.trial()?.state === 'running') return await readEngines(context)
  audit(context, { action: 'engine.tried', resourceType: 'engine', organizationId: null })
  await engines.saveTrial({ state: 'running', step: 'transcribing', ...emptyTrial })
  await jobs.enqueue(db, 'engines.try', {})
  return await readEngines(context)
}
