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
import { idOf, openPlace } from '../place.ts'
import { type Archive, archiveOf, listBases, readBase, segmentName, timelineOf } from './archive-place.ts'
import { createOutcomeRecorder, recordArchived } from './archive-state.ts'
import { type ArchivedFiles, openArchivedFiles } from './archived-files.ts'
import { pruneArchive, takeBase } from './take-base.ts'
import { archiveTimelines } from './timelines.ts'

export interface ArchiverOptions {
  /** Connects as the superuser. */
  adminUrl: string
  urls: Pick<RoleUrls, 'app_backup' | 'app_owner'>
  /** The data directory of PostgreSQL. */
  cluster: string
  /** The file store of the installation. */
  files: Files
  log: Pick<Logger, 'error' | 'warn'>
  clock: () => Date
}

export interface Archiver {
  /** Archives the finished WAL files and records the outcome. Rejects if the archive fails. */
  archive(): Promise<void>
  /** Copies the cluster if the newest copy is a day old, or older than the last restore. Changes are archived meanwhile. */
  copyDaily(): Promise<void>
  stop(): Promise<void>
}

/** A WAL file ends after three minutes, so at most five minutes are lost even if the archive fails for a minute. */
const everyMs = 20_000
const dayMs = 24 * 60 * 60 * 1000

/** The log names at most this many files. */
const maxReported = 20

/** Names of finished WAL files and of history files. PostgreSQL gives a file its name when the file is complete. */
const finishedPattern = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?|\.history)$/

/** The archive of the running cluster. */
interface OpenedArchive {
  archive: Archive
  stored: ArchivedFiles
  /** Whether the newest copy has the timeline of the cluster. A restore to a moment begins a new one. */
  isTimelineCopied: boolean
  /** Whether this process has searched for stored files that were rewritten, as `secret:rotate` does. */
  isChecked: boolean
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
      admin.query<{ id: string; timeline: string }>(
        `select system_identifier::text as id, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline from pg_control_system()`,
      ),
    )
    const archive = archiveOf(place, rows[0]?.id ?? '')
    await archiveTimelines(archive, cluster)
    const newest = (await listBases(archive)).at(-1)
    const copied = newest === undefined ? undefined : timelineOf(await readBase(archive, newest))
    const backupUrl = urls.app_backup
    const stored = await openArchivedFiles(archive, { files, backupUrl, clock, signal })
    return { archive, stored, isTimelineCopied: copied === rows[0]?.timeline, isChecked: false }
  }

  async function archiveFinished(): Promise<void> {
    const { archive, stored } = await openOnce()
    const segments = (await readdir(spool)).filter((name) => finishedPattern.test(name)).toSorted()
    // Copies the stored files first, so that no row in the archive refers to a missing file.
    if (segments.length > 0) await stored.copyNew()
    for (const segment of segments) {
      signal.throwIfAborted()
      await place.files.put(segmentName(archive, segment), compressed(createReadStream(join(spool, segment))))
      await rm(join(spool, segment))
    }
    if (segments.length > 0) await recordArchived(urls.app_owner, clock())
  }

  async function copyIfDue(): Promise<void> {
    const opened = await openOnce()
    const isDue = await isCopyDue(opened)
    // A failure to read the stored files does not prevent the copy of the cluster.
    const [check] = await Promise.allSettled(isDue || !opened.isChecked ? [copyRewritten(opened)] : [])
    signal.throwIfAborted()
    if (isDue) await copyCluster(opened)
    if (check?.status === 'rejected') throw check.reason
  }

  async function copyRewritten(opened: OpenedArchive): Promise<void> {
    opened.isChecked = false
    const unreadable = await opened.stored.copyRewritten((work) => enqueue('log', work))
    opened.isChecked = true
    if (unreadable.length > 0)
      log.warn(
        { count: unreadable.length, names: unreadable.slice(0, maxReported) },
        'stored files cannot be read; the archive still has their former copies',
      )
  }

  async function copyCluster(opened: OpenedArchive): Promise<void> {
    const { archive, stored } = opened
    // Runs between two runs of the archive, so that each file is in the list of the copy or in a later list.
    const begun = await enqueue('log', async () => ({ id: idOf(clock()), files: await stored.current() }))
    await takeBase(archive, { ...begun, adminUrl, cluster, clock, archiveFinished: archiveNow, signal })
    opened.isTimelineCopied = true
    await pruneArchive(archive, config.BACKUP_KEEP)
  }

  async function isCopyDue({ archive, isTimelineCopied }: OpenedArchive): Promise<boolean> {
    const newest = (await listBases(archive)).at(-1)
    return !isTimelineCopied || newest === undefined || newest < idOf(new Date(clock().getTime() - dayMs))
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
