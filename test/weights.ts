import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder for the weights of tests: `TEST_WEIGHTS`, or a folder of the user's cache. */
export function weightsFolder(): string {
  const { TEST_WEIGHTS, XDG_CACHE_HOME } = process.env
  return TEST_WEIGHTS ?? join(XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'attend-test-weights')
}

/**
 * Folder of a model that `npm run test:weights` verified. Undefined if it is missing.
 * @throws Error if it is missing and `TEST_WEIGHTS_REQUIRED` is set, as in CI, where no test may be skipped
 */
export function findWeights(model: string): string | undefined {
  const folder = join(weightsFolder(), model)
  if (existsSync(folder)) return folder
  if (process.env['TEST_WEIGHTS_REQUIRED'])
    throw new Error(`The test weights ${model} are missing. Run: npm run test:weights`)
  return undefined
}
