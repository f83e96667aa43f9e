import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** A start that takes longer was given up on. */
const longestMs = 120_000

/** Does something that no other process may do at the same time; those that come later wait. A killed one's lock is taken over. */
export async function alone<T>(file: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  while (!(await take(file))) {
    signal?.throwIfAborted()
    if (await isLeft(file)) await rm(file, { force: true })
    else await pause(50)
  }
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function isLeft(file: string): Promise<boolean> {
  try {
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)]
    if (Date.now() - mtimeMs > longestMs) return true
    // Still empty: its owner is about to write.
    if (text === '') return false
    process.kill(Number(text), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
