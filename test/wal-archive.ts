import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { type Archiver, startArchiver } from '#server/backup/wal/archiver.ts'
import { restoreToTime } from '#server/backup/wal/restore-to-time.ts'
import { openPlace } from '#server/backup/place.ts'
import type { Restoration } from '#server/backup/restore-backup.ts'
import { createProviders } from '#server/providers/providers.ts'
import { install, type Installation, newFolder, settings } from './backup-clinic.ts'

export const clusterOf = (installation: Installation) => join(installation.database.folder ?? '', 'cluster')

/** Archives the changes of an installation, as its process does. */
export function startArchiverOf(installation: Installation, clock = () => new Date()): Archiver {
  return startArchiver(installation.config, {
    adminUrl: installation.database.adminUrl,
    urls: installation.database.urls,
    cluster: clusterOf(installation),
    files: installation.files,
    log: pino({ level: 'silent' }),
    clock,
  })
}

/** Ends the current WAL file, as PostgreSQL does after three minutes. Returns its name once PostgreSQL has passed it to the archiver. */
export async function endWalFile(installation: Installation): Promise<string> {
  // PostgreSQL does not end an empty file.
  await installation.query(`select pg_logical_emit_message(true, 'test', 'a change')`)
  const [switched] = await installation.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment')
  const segment = switched?.segment ?? ''
  await expect
    .poll(
      async () => {
        const [last] = await installation.query<{ name: string }>(
          'select last_archived_wal as name from pg_stat_archiver',
        )
        return last !== undefined && last.name >= segment
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return segment
}

/** Archives all changes until now. */
export async function archiveAll(installation: Installation, archiver: Archiver): Promise<void> {
  await endWalFile(installation)
  await archiver.archive()
}

export async function databaseTime(installation: Installation): Promise<Date> {
  const [{ now } = { now: new Date(0) }] = await installation.query<{ now: Date }>('select clock_timestamp() as now')
  return now
}

/** Restores the archive of an installation into an empty one, and starts the restored one until the end of the test. */
export async function restoreElsewhere(
  { config }: Installation,
  until: Date | 'latest',
): Promise<{ result: Restoration; restored: Installation }> {
  const target = settings(await newFolder(), { BACKUP_TO: config.BACKUP_TO ?? '', APP_SECRET: config.secret })
  const { files } = createProviders(target)
  const place = openPlace(target)
  const result = await restoreToTime(target, { files, place, until, replace: false, now: new Date() })
  const restored = await install(target)
  onTestFinished(() => restored.stop())
  return { result, restored }
}
