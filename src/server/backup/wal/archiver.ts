import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { walSpool } from '#server/db/embedded/embedded.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import type { Files } from '#server/providers/files/port.ts'
import { createKeyedQueue } from '#server/keyed-queue.ts'
import { withClient } from '#server/postgres/connection.ts'
import { compressed } from '../compression.ts'
import { openPool } from '../file-pool.ts'
import type { BackedUpFile } from '../manifest.ts'
import { idOf, openPlace } from '../place.ts'
import { readStoredNames } from '../stored-names.ts'
import {
  type Archive,
  archiveOf,
  fileListName,
  listBases,
  readFilesOf,
  segmentName,
  writeJson,
} from './archive-place.ts'
import { createOutcomeRecorder, recordArchived } from './archive-state.ts'
import { pruneArchive, takeBase } from './take-base.ts'

export interface ArchiverOptions {
  /** Connects as the superuser. */
  adminUrl: string
  urls: Pick<RoleUrls, 'app_backup' | 'app_owner'>
  /** The data directory of PostgreSQL. */
  cluster: string
  /** The file store of the installation. */
  files: Files
  log: Pick<Logger, 'error'>
  clock: () => Date
}

export interface Archiver {
  /** Archives the finished WAL files and records the outcome. Rejects if the archive fails. */
  archive(): Promise<void>
  /** Copies the cluster if the newest copy is a day old. Changes are archived meanwhile. */
  copyDaily(): Promise<void>
  stop(): Promise<void>
}

/** A WAL file ends after three minutes, so at most five minutes are lost even if the archive fails for a minute. */
const everyMs = 20_000
const dayMs = 24 * 60 * 60 * 1000

/** Names of finished WAL files and of history files. PostgreSQL gives a file its name when the file is complete. */
const finishedPattern = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?|\.history)$/

/** The archive of the running cluster, and the stored files that it names. */
interface OpenedArchive {
  archive: Archive
  known: Map<string, BackedUpFile>
}

/**
 * Moves finished WAL files to the place of the backups, encrypted, and copies the cluster once a day (decision 0104). Both run at
 * the same time, because a copy may take hours.
 */
export function startArchiver(config: Config, options: ArchiverOptions): Archiver {
  const { adminUrl, urls, cluster, files, log, clock } = options
  const place = openPlace(config)
  const spool = join(cluster, walSpool)
  const stopping = new AbortController()
  const { signal } = stopping
  const enqueue = createKeyedQueue()
  const recorded = createOutcomeRecorder(urls.app_owner, signal)
  let opening: Promise<OpenedArchive> | undefined

  const openOnce = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    }))

  async function open(): Promise<OpenedArchive> {
    const { rows } = await withClient(adminUrl, (admin) =>
      admin.query<{ id: string }>('select system_identifier::text as id from pg_control_system()'),
    )
    const archive = archiveOf(place, rows[0]?.id ?? '')
    return { archive, known: await readFilesOf(archive) }
  }

  async function archiveFinished(): Promise<void> {
    const { archive, known } = await openOnce()
    const segments = (await readdir(spool)).filter((name) => finishedPattern.test(name)).toSorted()
    // Copies the stored files first, so that no row in the archive refers to a missing file.
    if (segments.length > 0) await copyNewFiles(archive, known)
    for (const segment of segments) {
      signal.throwIfAborted()
      await place.files.put(segmentName(archive, segment), compressed(createReadStream(join(spool, segment))))
      await rm(join(spool, segment))
    }
    if (segments.length > 0) await recordArchived(urls.app_owner, clock())
  }

  async function copyNewFiles(archive: Archive, known: Map<string, BackedUpFile>): Promise<void> {
    const names = await withClient(urls.app_backup, readStoredNames)
    const newFiles: BackedUpFile[] = []
    for (const name of names.filter((each) => !known.has(each))) {
      const sealed = await files.getSealed(name)
      if (sealed) newFiles.push({ name, id: sealed.id, size: sealed.size })
    }
    if (newFiles.length === 0) return
    // Writes the list before it copies the files, so that a concurrent backup does not delete them as unused.
    await writeJson(place, fileListName(archive, clock()), newFiles)
    const pool = await openPool(place, signal)
    await pool.copy(
      files,
      newFiles.map(({ name }) => name),
    )
    for (const file of newFiles) known.set(file.name, file)
  }

  async function copyIfDue(): Promise<void> {
    const { archive, known } = await openOnce()
    const newest = (await listBases(archive)).at(-1)
    if (newest !== undefined && newest >= idOf(new Date(clock().getTime() - dayMs))) return
    // Runs between two runs of the archive, so that each file is in the list of the copy or in a later list.
    const begun = await enqueue('log', async () => {
      const names = new Set(await withClient(urls.app_backup, readStoredNames))
      return { id: idOf(clock()), files: [...known.values()].filter(({ name }) => names.has(name)) }
    })
    await takeBase(archive, { ...begun, adminUrl, cluster, clock, archiveFinished: archiveNow, signal })
    await pruneArchive(archive, config.BACKUP_KEEP)
  }

  const archiveNow = () => enqueue('log', () => recorded('log', archiveFinished))
  const copyDaily = () => enqueue('copy', () => recorded('copy', copyIfDue))
  const stopArchive = repeat(archiveNow, (err) => log.error({ err }, 'changes of the database could not be archived'))
  const stopCopies = repeat(copyDaily, (err) => log.error({ err }, 'the database could not be copied to the archive'))
  return {
    archive: archiveNow,
    copyDaily,
    async stop() {
      stopping.abort()
      await Promise.all([stopArchive(), stopCopies()])
    },
  }
}

/** Repeats the work, never two runs at a time. Returns a function that ends the repetition and waits for the last run. */
function repeat(work: () => Promise<void>, report: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | undefined
  let isStopping = false
  const tick = () => {
    running ??= work()
      .catch((error: unknown) => {
        if (!isStopping) report(error)
      })
      .finally(() => {
        running = undefined
      })
  }
  tick()
  const timer = setInterval(tick, everyMs).unref()
  return async () => {
    isStopping = true
    clearInterval(timer)
    await running
  }
}
