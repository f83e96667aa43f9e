import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { readError } from '#web/api/errors.ts'

/** Minimum time between automatic reloads, in milliseconds. */
const restMs = 60_000

/** How long after `beforeunload` the user may still be leaving, in milliseconds. The event also fires for downloads. */
const leavingMs = 10_000

let leftAt = -Infinity
window.addEventListener('beforeunload', ({ isTrusted }) => {
  // hasUnsavedWork() dispatches this event, too, but untrusted.
  if (isTrusted) leftAt = performance.now()
})

/**
 * Reloads the page if a file of the app failed to load, e.g. after an update. Does not reload if the server is
 * unreachable, the page was just reloaded, there is unsaved work, or the user is leaving. While the user is leaving,
 * Firefox stops loading files, and a reload would cancel the navigation.
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
  const response = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response?.ok === true
}
