/** A function that releases a lock. */
export type Release = () => void

const recorderLock = 'attend-recorder'
const sessionLock = (sessionId: string) => `${recorderLock}/${sessionId}`
const ownLocks = new Map<
  string,
  { release: Release; onReleaseRequested: (() => void) | null; released: Promise<void> }
>()

/** Locks recording for this tab. Null if another tab is recording. */
export function lockRecorder(): Promise<Release | null> {
  return hold(recorderLock, null)
}

/**
 * Locks a session's pending audio for this tab. Null if another tab has the lock. If this tab already has it and
 * the holder can release it, the call asks for that and waits.
 */
export async function lockSession(
  sessionId: string,
  onReleaseRequested: (() => void) | null = null,
): Promise<Release | null> {
  const name = sessionLock(sessionId)
  const ownLock = ownLocks.get(name)
  if (ownLock?.onReleaseRequested) {
    ownLock.onReleaseRequested()
    await ownLock.released
  }
  return hold(name, onReleaseRequested)
}

/** Runs a task on a session's stored audio, unless a tab has locked it. */
export async function ifUnlocked(sessionId: string, task: () => Promise<void>): Promise<void> {
  const release = await hold(sessionLock(sessionId), null)
  if (!release) return
  await task().finally(release)
}

/** Returns which of these sessions another tab has locked. */
export async function lockedElsewhere(sessionIds: readonly string[]): Promise<Set<string>> {
  const names = await heldNames()
  return new Set(sessionIds.filter((sessionId) => isHeldElsewhere(sessionLock(sessionId), names)))
}

function isHeldElsewhere(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) && !ownLocks.has(name)
}

async function heldNames(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => name ?? []))
}

function hold(name: string, onReleaseRequested: (() => void) | null): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    const held = Promise.withResolvers<void>()
    const freed = Promise.withResolvers<void>()
    const released = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null)
      ownLocks.set(name, { release: held.resolve, onReleaseRequested, released: freed.promise })
      resolve(held.resolve)
      return held.promise
    })
    const removeHeld = () => {
      if (ownLocks.get(name)?.release === held.resolve) ownLocks.delete(name)
      freed.resolve()
    }
    released.then(removeHeld, reject)
  })
}
