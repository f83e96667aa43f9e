import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { walSpool } from '#server/db/embedded/embedded.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import type { Files } from '#server/providers/files/port.ts'
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
import { recordArchived, recordFailure, recordSuccess } from './archive-state.ts'
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
  /** Archives what is finished now, and records the outcome. Rejects if that fails. */
  archive(): Promise<void>
  stop(): Promise<void>
}

/** With the three minutes of a WAL file, an outage of a minute is within the five minutes. */
const everyMs = 20_000
const dayMs = 24 * 60 * 60 * 1000

/** Names of finished WAL files and of their history. PostgreSQL gives a file its name when it is complete. */
const finished = /^[0-9A-F]{8}(?:[0-9A-F]{16}(?:\.partial|\.[0-9A-F]{8}\.backup)?|\.history)$/

/** Moves finished WAL files to the place of the backups, encrypted, and copies the cluster once a day (decision 0104). */
export function startArchiver(config: Config, options: ArchiverOptions): Archiver {
  const { adminUrl, urls, cluster, files, log, clock } = options
  const place = openPlace(config)
  const spool = join(cluster, walSpool)
  const stopping = new AbortController()
  let opened: { archive: Archive; known: Map<string, BackedUpFile> } | undefined
  let running = Promise.resolve()
  /** Whether the recorded outcome is a failure. Unknown before the first run. */
  let hasFailed: boolean | undefined

  async function open() {
    const { rows } = await withClient(adminUrl, (admin) =>
      admin.query<{ id: string }>('select system_identifier::text as id from pg_control_system()'),
    )
    const archive = archiveOf(place, rows[0]?.id ?? '')
    return { archive, known: await readFilesOf(archive) }
  }

  async function archiveFinished(): Promise<void> {
    opened ??= await open()
    const { archive, known } = opened
    const segments = (await readdir(spool)).filter((name) => finished.test(name)).toSorted()
    // Files first: a row in the archive never refers to a file that is not in it.
    if (segments.length > 0) await copyNewFiles(archive, known)
    for (const segment of segments) {
      stopping.signal.throwIfAborted()
      await place.files.put(segmentName(archive, segment), compressed(createReadStream(join(spool, segment))))
      await rm(join(spool, segment))
    }
    if (segments.length > 0) await recordArchived(urls.app_owner, clock())
  }

  async function copyNewFiles(archive: Archive, known: Map<string, BackedUpFile>): Promise<void> {
    const names = await withClient(urls.app_backup, readStoredNames)
    const fresh: BackedUpFile[] = []
    for (const name of names.filter((each) => !known.has(each))) {
      const sealed = await files.getSealed(name)
      if (sealed) fresh.push({ name, id: sealed.id, size: sealed.size })
    }
    if (fresh.length === 0) return
    // Named before it is copied, so that a concurrent backup does not delete it as unused.
    await writeJson(place, fileListName(archive, clock()), fresh)
    const pool = await openPool(place, stopping.signal)
    await pool.copy(
      files,
      fresh.map(({ name }) => name),
    )
    for (const file of fresh) known.set(file.name, file)
  }

  async function takeBaseDaily(): Promise<void> {
    if (!opened) return
    const { archive, known } = opened
    const newest = (await listBases(archive)).at(-1)
    const isDue = newest === undefined || newest < idOf(new Date(clock().getTime() - dayMs))
    if (!isDue) return
    const names = new Set(await withClient(urls.app_backup, readStoredNames))
    const current = [...known.values()].filter(({ name }) => names.has(name))
    await takeBase(archive, { adminUrl, cluster, files: current, clock, archiveFinished })
    await pruneArchive(archive, config.BACKUP_KEEP)
  }

  async function run(): Promise<void> {
    try {
      await archiveFinished()
      await takeBaseDaily()
      if (hasFailed !== false) await recordSuccess(urls.app_owner)
      hasFailed = false
    } catch (error) {
      hasFailed = true
      // Without the database, the next run records its own outcome.
      if (!stopping.signal.aborted) await recordFailure(urls.app_owner, error).catch(() => undefined)
      throw error
    }
  }

  const archive = () => (running = running.catch(() => undefined).then(run))
  const tick = () => {
    archive().catch((err: unknown) => {
      if (!stopping.signal.aborted) log.error({ err }, 'changes of the database could not be archived')
    })
  }
  tick()
  const timer = setInterval(tick, everyMs).unref()
  return {
    archive,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running.catch(() => undefined)
    },
  }
}
