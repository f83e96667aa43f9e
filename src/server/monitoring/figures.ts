import { statfs } from 'node:fs/promises'
import { withTimeout } from '#server/abortable.ts'
import type { WalArchive } from './wal-archive.ts'

/** The jobs of one queue. */
export interface QueueFigures {
  queue: string
  /** Jobs to start or to try again. */
  waits: number
  runs: number
  /** Age of the oldest job that waits; 0 without one. */
  oldestSeconds: number
}

/** Counts of the whole installation. */
export interface DatabaseFigures {
  queues: readonly QueueFigures[]
  /** Sessions that wait for a speech engine. */
  waitingSessions: number
  /** Sessions that may succeed when run again. */
  failedSessions: number
  lastBackupAt: Date | null
  /** Null if the write-ahead log is not archived. */
  walArchive: WalArchive | null
}

export interface DiskFigures {
  free: number
  size: number
}

/** A part is null if it could not be read in time. */
export interface Figures {
  database: DatabaseFigures | null
  disk: DiskFigures | null
}

const deadlineMs = 2000
const cacheMs = 5000

/**
 * Reads the figures of database and disk, at most once in five seconds and within two seconds. A read that still runs is
 * not started a second time.
 */
export function createFigures(readers: {
  database: () => Promise<DatabaseFigures>
  disk: () => Promise<DiskFigures>
}): () => Promise<Figures> {
  const database = inTime(readers.database)
  const disk = inTime(readers.disk)
  const readAll = async () => {
    const [counts, space] = await Promise.all([database(), disk()])
    return { database: counts, disk: space }
  }
  let latest: { at: number; figures: Promise<Figures> } | undefined
  return () => {
    const now = performance.now()
    if (!latest || now - latest.at > cacheMs) {
      const figures = readAll()
      latest = { at: now, figures }
    }
    return latest.figures
  }
}

/** Space of the disk that holds a folder, in bytes. */
export async function readDisk(folder: string): Promise<DiskFigures> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

function inTime<T>(read: () => Promise<T>): () => Promise<T | null> {
  let running: Promise<T | null> | undefined
  const run = async () => {
    try {
      return await read()
    } catch {
      return null
    } finally {
      running = undefined
    }
  }
  return async () => (await withTimeout(deadlineMs, (running ??= run()))) ?? null
}
