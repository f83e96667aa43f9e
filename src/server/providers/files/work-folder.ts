import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

const inUse = new Set<string>()
const machineName = hostname().replaceAll(/[^A-Za-z0-9.]/g, '')

/**
 * Provides a temporary folder below `root` for files that must be processed unencrypted. Only its owner can read it; it
 * is removed afterwards. Also removes folders left by killed processes of this machine.
 */
export async function withWorkFolder<T>(root: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeLeftovers(root)
  const folder = join(root, `${machineName}-${process.pid}-${randomUUID()}`)
  // Registers the folder before it exists, because another task of this process may be cleaning up.
  inUse.add(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Removes folders of processes that no longer run. Other machines that share `root` remove their own. */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [machine, pid = ''] = name.split('-')
    const folder = join(root, name)
    if (machine === machineName && !inUse.has(folder) && !isRunningElsewhere(Number(pid))) {
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
