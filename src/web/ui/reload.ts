import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { readError } from '#web/api/errors.ts'

/** After a reload that did not help, for how long there is no other one. */
const restMs = 60_000

/** For how long a person who began to leave the page is taken to be leaving it: the way may also be a download. */
const leavingMs = 10_000

let leftAt = -Infinity
window.addEventListener('beforeunload', ({ isTrusted }) => {
  // Our own question whether something is at stake is such an event, too.
  if (isTrusted) leftAt = performance.now()
})

/**
 * Loads the page anew when a file of the app did not come, as after an update of Attend. It leaves that to the person when
 * nothing answers, when a reload has just not helped, and when something would be lost. Firefox stops loading files as soon as
 * the person leaves the page: a reload would take them back.
 */
export async function reloadIfNotLoaded(error: unknown): Promise<void> {
  if (readError(error).code !== 'not_loaded' || wasJustReloaded() || !(await isReachable()) || hasUnsavedWork()) return
  if (performance.now() - leftAt > leavingMs) window.location.reload()
}

function wasJustReloaded(): boolean {
  const isReload = performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload')
  return isReload && performance.now() < restMs
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}
