import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  filesBelow,
  install,
  type Installation,
  newFolder,
  seedClinic,
  seedRecording,
  removeFolders,
  settings,
} from '#test/backup-clinic.ts'
import { testSecret } from '#test/postgres.ts'
import { archiveAll, clusterOf, databaseTime, restoreElsewhere, startArchiverOf } from '#test/wal-archive.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createProviders } from '#server/providers/providers.ts'
import { runBackup } from '../run-backup.ts'
import { openPlace } from '../place.ts'
import { diagnose } from '#server/doctor/diagnose.ts'
import { readWalArchive } from '#server/monitoring/wal-archive.ts'
import { withClient } from '#server/postgres/connection.ts'
import type { Archiver } from './archiver.ts'
import { restoreToTime } from './restore-to-time.ts'

const testTimeoutMs = 300_000
let source: Installation
let archiver: Archiver

beforeAll(async () => {
  const backups = await newFolder()
  source = await install(settings(await newFolder(), { BACKUP_WAL: 'on', BACKUP_TO: backups }))
  await seedClinic(source, { therapists: 2, sessions: 5, recordings: 1, recordingBytes: 100_000 })
  archiver = startArchiverOf(source)
  await archiver.archive()
  await archiver.copyDaily()
}, testTimeoutMs)
afterAll(async () => {
  await archiver.stop()
  await source.stop()
  await removeFolders()
})

const firstNames = async (one: Installation) =>
  (await one.query<{ name: string }>('select first_name as name from clients order by first_name')).map(
    ({ name }) => name,
  )

const restore = (until: Date | 'latest') => restoreElsewhere(source, until)

test(
  'a restore brings back rows and files of a moment between two writes, and the database accepts changes afterwards',
  { timeout: testTimeoutMs },
  async () => {
    const first = await seedRecording(source, 1, 2, Buffer.from('before'))
    await source.query(`update clients set first_name = 'Before'`)
    const moment = await databaseTime(source)
    await seedRecording(source, 1, 3, Buffer.from('after'))
    await source.query(`update clients set first_name = 'After'`)
    await archiveAll(source, archiver)

    const { result, restored } = await restore(moment)
    expect(result.findings).toEqual([])
    expect(result.files).toBe(3)
    expect(await firstNames(restored)).toEqual(['Before', 'Before'])
    const stored = await restored.files.get(first)
    expect((await collectBytes(stored?.body ?? emptyBody())).toString()).toBe('before')
    const [counted] = await restored.query('select count(*)::int as recordings from recordings')
    expect(counted).toEqual({ recordings: 3 })
    // The restored database accepts changes.
    await restored.query(`update clients set first_name = 'Later'`)
    expect(await firstNames(restored)).toEqual(['Later', 'Later'])

    const newest = await restore('latest')
    expect(await firstNames(newest.restored)).toEqual(['After', 'After'])
    expect(newest.result.files).toBe(4)
  },
)

test(
  'a restore to a moment outside the archive is rejected with the limit of the archive',
  { timeout: testTimeoutMs },
  async () => {
    await expect(restore(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow(/^The archive begins at \d{4}-/)
    await archiveAll(source, archiver)
    await expect(restore(new Date(Date.now() + 3_600_000))).rejects.toThrow('The archive ends before that moment')
  },
)

test(
  'a restore rejects an installation that has data or is running, and replaces the data on request',
  { timeout: testTimeoutMs },
  async () => {
    const { files } = createProviders(source.config)
    const options = { files, place: openPlace(source.config), until: 'latest', now: new Date() } as const
    await expect(restoreToTime(source.config, { ...options, replace: true })).rejects.toThrow(
      'Attend uses this database',
    )
    const { restored } = await restore('latest')
    const surplus = await seedRecording(restored, 2, 4, Buffer.from('recorded after the restore'))
    await restored.stop()
    await expect(restoreToTime(restored.config, { ...options, files: restored.files, replace: false })).rejects.toThrow(
      'This installation already has data',
    )
    expect(await restored.files.list()).toContain(surplus)
    const replaced = await restoreToTime(restored.config, { ...options, files: restored.files, replace: true })
    expect(replaced).toMatchObject({ deleted: 1, findings: [] })
    expect(await restored.files.list()).not.toContain(surplus)
  },
)

test(
  'a nightly backup keeps the archive, and the copies of deleted files that the archive refers to',
  { timeout: testTimeoutMs },
  async () => {
    const name = await seedRecording(source, 2, 2, Buffer.from('deleted later'))
    const moment = await databaseTime(source)
    await archiveAll(source, archiver)
    await source.query('delete from recordings where storage_name = $1', [name])
    await source.files.delete(name)
    await runBackup(source.config, { urls: source.database.urls, files: source.files, clock: () => new Date() })
    await archiveAll(source, archiver)
    const { restored } = await restore(moment)
    expect((await collectBytes((await restored.files.get(name))?.body ?? emptyBody())).toString()).toBe('deleted later')
  },
)

test('the archive contains neither the secret nor readable words of records', { timeout: testTimeoutMs }, async () => {
  await archiveAll(source, archiver)
  const { BACKUP_TO = '' } = source.config
  const paths = await filesBelow(BACKUP_TO)
  expect(paths.filter((path) => path.includes('/segments/')).length).toBeGreaterThan(2)
  for (const path of paths) {
    const bytes = await readFile(path)
    for (const word of ['Okoro', 'Slept better', source.config.secret]) expect(bytes.includes(word)).toBe(false)
  }
})

test(
  'PostgreSQL ends a WAL file after three minutes, and the archiver empties the spool',
  { timeout: testTimeoutMs },
  async () => {
    const [timeout] = await source.query(
      `select current_setting('archive_timeout') as "archive", current_setting('archive_mode') as mode`,
    )
    expect(timeout).toEqual({ archive: '3min', mode: 'on' })
    await archiveAll(source, archiver)
    expect(await readdir(join(clusterOf(source), 'attend_wal'))).toEqual([])
  },
)

describe('a failing archive', () => {
  const state = () => withClient(source.database.urls.app_web, readWalArchive)
  const doctor = async () => {
    const { DATA_DIR, BACKUP_TO = '' } = source.config
    const found = await diagnose({
      DATA_DIR,
      BACKUP_TO,
      APP_SECRET: testSecret,
      SPEECH_ENGINE: 'none',
      BACKUP_WAL: 'on',
    })
    return found.filter(({ problem }) => problem.includes('write-ahead log'))
  }

  test(
    'a failing archive is reported with the time of its last success until its folder is writable again',
    { timeout: testTimeoutMs },
    async () => {
      await archiveAll(source, archiver)
      const before = await state()
      expect(before).toMatchObject({ failure: null, isFailing: false, archivedAt: expect.any(Date) })
      expect(await doctor()).toEqual([])
      const folder = source.config.BACKUP_TO ?? ''
      await rename(folder, `${folder}-away`)
      await writeFile(folder, '')
      try {
        await expect(archiveAll(source, archiver)).rejects.toThrow('ENOTDIR')
        await expect(archiver.archive()).rejects.toThrow('ENOTDIR')
        const { failures = 0 } = before ?? {}
        const failing = await state()
        expect(failing).toMatchObject({
          archivedAt: before?.archivedAt,
          isFailing: true,
          failure: expect.stringContaining('ENOTDIR'),
        })
        expect(failing?.failures).toBeGreaterThanOrEqual(failures + 2)
        // Checked before the folder works again, because a timer also runs the archiver.
        expect(await doctor()).toMatchObject([
          {
            level: 'warning',
            problem: expect.stringMatching(/^The write-ahead log has not been archived since 2.*ENOTDIR/),
          },
        ])
      } finally {
        await rm(folder)
        await rename(`${folder}-away`, folder)
      }
      // An attempt of the timer that began before may still record its failure.
      const works = () => archiver.archive().then(state)
      await expect.poll(works).toMatchObject({ failure: null, isFailing: false })
      const after = await state()
      expect(after?.archivedAt?.getTime()).toBeGreaterThan(before?.archivedAt?.getTime() ?? 0)
      expect(await doctor()).toEqual([])
    },
  )

  test(
    'the archive counts as failing if no file arrives for ten minutes, also without a failed attempt',
    { timeout: testTimeoutMs },
    async () => {
      await archiveAll(source, archiver)
      const age = (interval: string) =>
        source.query(`update wal_archive set archived_at = now() - interval '${interval}'`)
      const failingSince = async (started: string) => {
        const [row] = await source.query<{ is_failing: boolean }>(
          `select is_failing from app.wal_archive_state(now() - interval '${started}')`,
        )
        return row?.is_failing
      }
      await age('9 minutes')
      expect(await failingSince('1 day')).toBe(false)
      await age('11 minutes')
      expect(await failingSince('1 day')).toBe(true)
      // An archiver that started nine minutes ago may still be archiving older files.
      expect(await failingSince('9 minutes')).toBe(false)
    },
  )
})

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
