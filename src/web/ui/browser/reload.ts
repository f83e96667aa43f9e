import { hasUnsavedWork } from '#web/identity/unsaved-work.ts'
import { readError } from '#web/api/errors.ts'

/** Pause between automatic reloads, in milliseconds. */
const restMs = 60_000

/** How long after `beforeunload` the user may still be leaving, in milliseconds: it also fires for downloads. */
const leavingMs = 10_000

let leftAt = -Infinity
window.addEventListener('beforeunload', ({ isTrusted }) => {
  // hasUnsavedWork() dispatches untrusted events of this kind.
  if (isTrusted) leftAt = performance.now()
})

/**
 * Reloads the page when a file of the app failed to load, as after an update; not when the server is unreachable, a
 * reload just happened, or unsaved work exists. Firefox stops loading files when the user leaves the page: a reload
 * would take them back.
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
