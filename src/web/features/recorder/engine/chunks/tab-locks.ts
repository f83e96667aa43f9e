/** Frees what is held. */
export type Release = () => void

const recorderLock = 'attend-recorder'
const sessionLock = (sessionId: string) => `${recorderLock}/${sessionId}`
const heldHere = new Map<string, { release: Release; giveWay: (() => void) | null; released: Promise<void> }>()

/** One tab records at a time: null when another one does. */
export function lockRecorder(): Promise<Release | null> {
  return hold(recorderLock, null)
}

/**
 * Only one tab sends what waits of a session: null when another one does. A holder in this tab that can give way is asked
 * to, and waited for.
 */
export async function lockSession(sessionId: string, giveWay: (() => void) | null = null): Promise<Release | null> {
  const name = sessionLock(sessionId)
  const mine = heldHere.get(name)
  if (mine?.giveWay) {
    mine.giveWay()
    await mine.released
  }
  return hold(name, giveWay)
}

/** Does something with what is kept of a session, unless a tab is at it. */
export async function ifUnlocked(sessionId: string, task: () => Promise<void>): Promise<void> {
  const release = await hold(sessionLock(sessionId), null)
  if (!release) return
  await task().finally(release)
}

/** Whether another tab of this browser is recording. */
export async function isRecordingElsewhere(): Promise<boolean> {
  return isHeldElsewhere(recorderLock, await heldNames())
}

/** Which of these sessions another tab is recording or sending. */
export async function lockedElsewhere(sessionIds: readonly string[]): Promise<Set<string>> {
  const names = await heldNames()
  return new Set(sessionIds.filter((sessionId) => isHeldElsewhere(sessionLock(sessionId), names)))
}

function isHeldElsewhere(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) && !heldHere.has(name)
}

async function heldNames(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => name ?? []))
}

function hold(name: string, giveWay: (() => void) | null): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    const held = Promise.withResolvers<void>()
    const freed = Promise.withResolvers<void>()
    const released = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null)
      heldHere.set(name, { release: held.resolve, giveWay, released: freed.promise })
      resolve(held.resolve)
      return held.promise
    })
    const forget = () => {
      if (heldHere.get(name)?.release === held.resolve) heldHere.delete(name)
      freed.resolve()
    }
    released.then(forget, reject)
  })
}
