import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'

/** Milliseconds to wait for the response, and for the next bytes. */
export const stallTimeoutMs = 15_000

/** The file of an unfinished download. */
export const partOf = (target: string) => `${target}.part`

/** True while a process downloads to this path, because the unfinished file was changed a moment ago. */
export function isBeingDownloaded(target: string): boolean {
  const part = statSync(partOf(target), { throwIfNoEntry: false })
  return part !== undefined && Date.now() - part.mtimeMs < stallTimeoutMs
}

/**
 * Runs a download that other processes see, also while no bytes arrive. Without a pause after `isBeingDownloaded`, so that
 * two downloads do not begin at the same time.
 */
export async function whileMarked(target: string, work: () => Promise<void>): Promise<void> {
  const part = partOf(target)
  closeSync(openSync(part, 'a'))
  setModified(part, new Date())
  const timer = setInterval(() => setModified(part, new Date()), stallTimeoutMs / 3)
  try {
    await work()
  } finally {
    clearInterval(timer)
    const size = statSync(part, { throwIfNoEntry: false })?.size
    if (size === 0) rmSync(part, { force: true })
    else setModified(part, new Date(0))
  }
}

/** Does nothing if the file was renamed or deleted. */
function setModified(path: string, time: Date): void {
  if (statSync(path, { throwIfNoEntry: false })) utimesSync(path, time, time)
}
