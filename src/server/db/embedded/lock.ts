import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Age in milliseconds after which a lock counts as abandoned. The process may seem to live, because in a container each start has the
 * same process number.
 */
const maxLockMs = 120_000

/** A lock is renewed while its work lasts: a restore takes hours. */
const renewMs = 20_000

/** Runs `work` under a lock file; other processes wait. Replaces a lock that is too old or whose process has died. */
export async function withLock<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const owner = `${process.pid} ${randomUUID()}`
  while (!(await acquire(file, owner))) {
    signal?.throwIfAborted()
    if (!(await isAbandoned(file))) await pause(50)
    else await removeAbandoned(file)
  }
  // If a renewal fails, the next one may succeed.
  const renewal = setInterval(() => void renew(file).catch(() => undefined), renewMs).unref()
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    // After a long pause of this process, the lock may be another one's.
    if ((await readFile(file, 'utf8').catch(() => '')) === owner) await rm(file, { force: true })
  }
}

/**
 * Removes an abandoned lock. Of several processes that found it abandoned, only one may remove it: another one could
 * remove the lock that the first has acquired since.
 */
async function removeAbandoned(file: string): Promise<void> {
  const removed = `${file}.${randomUUID()}`
  try {
    await rename(file, removed)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  // A lock that was acquired after the check is put back, unless a third process has acquired it.
  if (!(await isAbandoned(removed))) await link(removed, file).catch(() => undefined)
  await rm(removed, { force: true })
}

async function acquire(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function renew(file: string): Promise<void> {
  const now = new Date()
  await utimes(file, now, now)
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)]
    if (Date.now() - mtimeMs > maxLockMs) return true
    // The owner has created the file but has not written its pid yet.
    if (text === '') return false
    process.kill(Number.parseInt(text, 10), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
