import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Age in milliseconds after which a lock counts as abandoned. */
const maxLockMs = 120_000

/** Runs `work` under a lock file; other processes wait. Replaces a lock that is too old or whose process has died. */
export async function withLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  while (!(await acquire(file))) {
    signal?.throwIfAborted()
    if (await isAbandoned(file)) await rm(file, { force: true })
    else await pause(50)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function acquire(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)]
    if (Date.now() - mtimeMs > maxLockMs) return true
    // The owner has created the file but has not written its pid yet.
    if (text === '') return false
    process.kill(Number(text), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
