import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '#server/start-failure.ts'

const inUse = new Set<string>()
const machineName = hostname().replaceAll(/[^A-Za-z0-9.]/g, '')

/** A folder in use is marked as new this often, in milliseconds. */
const markMs = 3_600_000

/** Milliseconds after which an unmarked folder of another machine is a leftover. */
const abandonedMs = 24 * markMs

/**
 * Provides a temporary folder below `root` for files that must be processed unencrypted. Only its owner can read it; it
 * is removed afterwards. Also removes the leftovers of killed processes.
 */
export async function withWorkFolder<T>(root: string, use: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeLeftovers(root)
  const folder = join(root, `${machineName}-${process.pid}-${randomUUID()}`)
  // Registers the folder before it exists, because another task of this process may be cleaning up.
  inUse.add(folder)
  const marking = setInterval(() => void mark(folder), markMs)
  try {
    await mkdir(folder, { mode: 0o700 })
    return await use(folder)
  } finally {
    clearInterval(marking)
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/**
 * Removes folders of processes that no longer run. A container that is created again is another machine, whose name
 * never returns, so old folders of other machines are removed, too.
 */
export async function removeLeftovers(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    const [, machine, pid] = /^([A-Za-z0-9.]*)-(\d+)-/.exec(name) ?? []
    if (machine === undefined) continue
    const folder = join(root, name)
    const isLeftover = machine === machineName ? !isRunningElsewhere(Number(pid)) : await isAbandoned(folder)
    if (isLeftover && !inUse.has(folder)) await rm(folder, { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function mark(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now).catch(() => undefined)
}

async function isAbandoned(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > abandonedMs
}

function isRunningElsewhere(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
