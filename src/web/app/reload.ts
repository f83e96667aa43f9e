import { isAtStake } from '#web/api/at-stake.ts'
import { readError } from '#web/api/errors.ts'

/** After a reload that did not help, for how long there is no other one. */
const restMs = 60_000

/**
 * Loads the page anew when a file of the app did not come, as after an update of Attend. It leaves that to the person when
 * nothing answers, when a reload has just not helped, and when something would be lost.
 */
export async function reloadIfNotLoaded(error: unknown): Promise<void> {
  if (readError(error).code !== 'not_loaded' || wasJustReloaded() || !(await isReachable()) || isAtStake()) return
  window.location.reload()
}

function wasJustReloaded(): boolean {
  const isReload = performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload')
  return isReload && performance.now() < restMs
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}
