import { readFile } from 'node:fs/promises'
import type { Context } from '#server/context.ts'
import { requireEngineRights } from '#server/features/accounts/engine-rights.ts'
import { samplePath } from './sample.ts'

/** Returns the audio of the sample. @throws not_allowed, second_factor_missing */
export async function readSample(context: Context): Promise<Buffer> {
  await requireEngineRights(context)
  return await readFile(samplePath)
}
