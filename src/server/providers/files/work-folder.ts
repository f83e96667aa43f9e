import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const inUse = new Set<string>()
const place = hostname().replaceAll(/[^A-Za-z0-9.]/g, '')

/**
 * Lends a folder below `root` for files that cannot be worked on while sealed, readable by its owner only, and removes it
 * afterwards. What a killed process of this machine left there is removed on the next occasion.
 */
export async function withWorkFolder<T>(root: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeLeftovers(root)
  const folder = join(root, `${place}-${process.pid}-${randomUUID()}`)
  // Named before it is there: another task of this process may be clearing up just now.
  inUse.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes folders of processes that no longer run. Folders of other machines that share `root` are theirs to remove. */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [machine, pid = ''] = name.split('-')
    const folder = join(root, name)
    if (machine === place && !inUse.has(folder) && !isRunningElsewhere(Number(pid))) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function isRunningElsewhere(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
