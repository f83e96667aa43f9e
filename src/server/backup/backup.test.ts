import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
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
import { mountSmallFolder } from '#test/small-disk.ts'
import { runVerification } from '#server/audit-trail/run-verification.ts'
import { openDatabase } from '#server/db/database.ts'
import { roleNames } from '#server/db/roles.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createProviders } from '#server/providers/providers.ts'
import { startS3TestServer } from '#server/providers/files/s3.test-server.ts'
import { withClient } from '#server/postgres/connection.ts'
import type { Config } from '#server/config.ts'
import { createBackup } from './create-backup.ts'
import { BackupRunning, withBackupLock } from './lock.ts'
import { type BackupPlace, listBackups, openPlace, readManifest } from './place.ts'
import { digestRows, textFormatSettings } from './rows.ts'
import { restoreBackup } from './restore-backup.ts'
import { runBackup } from './run-backup.ts'
import { listTables } from './tables.ts'

const testTimeoutMs = 300_000

let source: Installation
beforeAll(async () => {
  source = await install(settings(await newFolder()))
  await seedClinic(source, { therapists: 12, sessions: 25, recordings: 3, recordingBytes: 200_000 })
}, testTimeoutMs)
afterAll(async () => {
  await source.stop()
  await removeFolders()
})

const backUp = async (config: Config = source.config, address?: string) =>
  runBackup(config, { urls: source.database.urls, files: source.files, clock: () => new Date(), address })

/** Settings of an empty machine with the same secret. */
const emptyMachine = async (more: Record<string, string> = {}) => settings(await newFolder(), more)

function restore(config: Config, place: BackupPlace, more: { replace?: boolean; id?: string } = {}) {
  const { files } = createProviders(config)
  return restoreBackup(config, { files, place, replace: false, now: new Date(), ...more })
}

/** Counts and hashes of all tables, read as the superuser, who bypasses row-level security. */
async function digests(adminUrl: string) {
  return withClient(adminUrl, async (client) => {
    await client.query('begin')
    await client.query(textFormatSettings)
    const tables = []
    for (const table of await listTables(client)) tables.push(await digestRows(client, table))
    return tables
  })
}

/** Tables that a start of Attend or the backup itself writes. */
const changing = ['pgboss.', 'public.backups', 'migrations.functions']
const lasting = (tables: readonly { name: string }[]) =>
  tables.filter(({ name }) => !changing.some((prefix) => name.startsWith(prefix)))

async function contentOf(config: Config, name: string): Promise<Buffer> {
  const file = await createProviders(config).files.get(name)
  return file ? collectBytes(file.body) : Buffer.alloc(0)
}

describe('a backup', () => {
  test('a backup contains every row of every table, although row-level security is forced', async () => {
    const counted = await digests(source.database.adminUrl)
    const { id } = await backUp()
    const { tables } = await readManifest(openPlace(source.config), id)
    expect(lasting(tables)).toEqual(lasting(counted))
    const rows = new Map(tables.map(({ name, rows: count }) => [name, count]))
    expect(rows.get('public.transcripts')).toBe(300)
    expect(rows.get('public.notes')).toBe(300)
    expect(rows.get('public.audit_events')).toBe(312)
  })

  test('a backup fails if a policy hides rows from it', async () => {
    await source.query('create policy hiding on resources as restrictive for select using (false)')
    try {
      await expect(backUp()).rejects.toThrow('Row-level security hides rows of public.resources from backups')
    } finally {
      await source.query('drop policy hiding on resources')
    }
    const [newest] = await source.query('select failure from backups order by finished_at desc limit 1')
    expect(newest?.failure).toContain('Row-level security hides rows of public.resources')
  })

  test('a backup contains neither the secret nor readable words of records', async () => {
    await backUp()
    for (const path of await filesBelow(join(source.config.DATA_DIR, 'backups'))) {
      const bytes = await readFile(path)
      for (const word of [source.config.secret, 'Okoro', 'Slept better', 'create table', 'storage_name'])
        expect(bytes.includes(word)).toBe(false)
    }
    const [id = ''] = await listBackups(openPlace(source.config))
    expect(JSON.stringify(await readManifest(openPlace(source.config), id))).not.toContain(source.config.secret)
  })

  test('backups copy an unchanged file once, and all but the newest backups are deleted', async () => {
    const config = settings(source.config.DATA_DIR, { BACKUP_TO: await newFolder(), BACKUP_KEEP: '2' })
    const place = openPlace(config)
    const ids = []
    for (let night = 0; night < 3; night++) ids.push((await backUp(config)).id)
    expect(await listBackups(place)).toEqual(ids.slice(1))
    const names = await place.files.list()
    expect(names.filter((name) => name.includes('/files/'))).toHaveLength(36)
    expect(names).toHaveLength(36 + 2 * 2)
  })

  test('a backup is rejected while another backup runs', async () => {
    await withBackupLock(source.database.urls.app_backup, async () => {
      await expect(backUp()).rejects.toThrow(BackupRunning)
    })
    await expect(backUp()).resolves.toMatchObject({ files: 36 })
  })

  test('a backup fails immediately if its folder cannot be created or is a file', { timeout: 20_000 }, async () => {
    await expect(backUp(source.config, '/proc/none/deeper')).rejects.toThrow(
      'Attend cannot write to its folder /proc/none/deeper: it cannot be created there: set BACKUP_TO to another folder.',
    )
    const file = join(await newFolder(), 'file')
    await writeFile(file, 'x')
    for (const path of [file, join(file, 'below')])
      await expect(backUp(source.config, path)).rejects.toThrow(
        `Attend cannot write to its folder ${path}: a part of this path is a file: set BACKUP_TO to a folder.`,
      )
  })

  test('a backup takes another snapshot if a row and its file are deleted after the first snapshot', async () => {
    const name = await seedRecording(source, 1, 20, Buffer.from('deleted during the backup'))
    const place = openPlace(settings(source.config.DATA_DIR, { BACKUP_TO: await newFolder() }))
    let isDeleted = false
    const { files, database, config } = source
    const deleting: typeof files = {
      ...files,
      // Skips the file before the snapshot, and deletes it with its row when it is read after the snapshot.
      async getSealed(asked) {
        if (asked === name && !isDeleted) {
          isDeleted = true
          return null
        }
        if (asked === name) {
          await source.query('delete from recordings where storage_name = $1', [name])
          await files.delete(name)
        }
        return files.getSealed(asked)
      },
    }
    const backup = await createBackup({
      files: deleting,
      place,
      urls: database.urls,
      retainedBackups: config.BACKUP_KEEP,
      now: new Date(),
    })
    expect(backup).toMatchObject({ files: 36, lost: [] })
    const { files: copied, tables } = await readManifest(place, backup.id)
    expect(copied.map((file) => file.name)).not.toContain(name)
    expect(tables.find((table) => table.name === 'public.recordings')?.rows).toBe(36)
  })

  test(
    'a backup names a file that was already missing',
    async () => {
      const name = await seedRecording(source, 1, 21, Buffer.from('lost'))
      await source.files.delete(name)
      const { lost, id } = await backUp()
      expect(lost).toEqual([name])
      const target = await emptyMachine()
      const { findings } = await restore(target, openPlace(source.config), { id })
      expect(findings).toEqual([`The file ${name} was missing before the backup.`])
      await source.query('delete from recordings where storage_name = $1', [name])
    },
    testTimeoutMs,
  )

  test(
    'a backup has a file for every row although recordings are stored while it runs',
    async () => {
      const recorded: string[] = []
      const done = new AbortController()
      const recording = (async () => {
        for (let session = 4; !done.signal.aborted && session <= 19; session++)
          recorded.push(await seedRecording(source, 2, session, Buffer.alloc(50_000, session)))
      })()
      const backup = await backUp()
      done.abort()
      await recording
      const target = await emptyMachine()
      expect((await restore(target, openPlace(source.config), { id: backup.id })).findings).toEqual([])
      const { files, tables } = await readManifest(openPlace(source.config), backup.id)
      expect(tables.find(({ name }) => name === 'public.recordings')?.rows).toBe(files.length)
      expect(recorded.length).toBeGreaterThan(0)
    },
    testTimeoutMs,
  )
})

describe('a restore', () => {
  test(
    'a restore brings rows, hashes, files and the audit trail of a 12-person clinic to an empty machine within five minutes',
    async () => {
      const expected = await digests(source.database.adminUrl)
      const { id } = await backUp()
      const target = await emptyMachine()
      const startedAt = performance.now()
      const { findings, files, rows } = await restore(target, openPlace(source.config), { id })
      expect((performance.now() - startedAt) / 1000).toBeLessThan(300)
      expect(findings).toEqual([])
      expect(rows).toBeGreaterThan(1000)

      const restored = await install(target)
      try {
        expect(lasting(await digests(restored.database.adminUrl))).toEqual(lasting(expected))
        const [jobs] = await restored.query('select count(*)::int as n from pgboss.queue')
        const [sourceJobs] = await source.query('select count(*)::int as n from pgboss.queue')
        expect(jobs).toEqual(sourceJobs)
        for (const role of roleNames) await withClient(restored.database.urls[role], (client) => client.query('select'))
        const names = await restored.query<{ name: string }>('select storage_name as name from recordings')
        expect(names).toHaveLength(files)
        for (const { name } of names)
          expect((await contentOf(target, name)).equals(await contentOf(source.config, name))).toBe(true)
        const after = await runVerification(target, restored.database.urls.app_owner, new Date())
        const before = await runVerification(source.config, source.database.urls.app_owner, new Date())
        expect(after.lines).toEqual([
          expect.stringMatching(/^The audit trail is whole: 312 events in 12 chains/),
          expect.any(String),
        ])
        expect(after.head).toBe(before.head)
        const open = await restored.query(
          `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)
           union select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
        )
        expect(open).toEqual([])
      } finally {
        await restored.stop()
      }
    },
    testTimeoutMs,
  )

  test(
    'a restore reads a backup from a bucket',
    async () => {
      const s3 = await startS3TestServer()
      const bucket = { BACKUP_TO: s3.endpoint, BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'key' }
      try {
        const config = settings(source.config.DATA_DIR, bucket)
        const { id, files } = await backUp(config)
        const target = await emptyMachine(bucket)
        expect(await restore(target, openPlace(target))).toMatchObject({ id, files, findings: [] })
      } finally {
        await s3.close()
      }
    },
    testTimeoutMs,
  )

  test(
    'a restore rejects an installation with data, and replaces the data on request',
    async () => {
      const target = await emptyMachine()
      const place = openPlace(source.config)
      await backUp()
      await restore(target, place)
      const changed = await install(target)
      await changed.query(`update users set last_name = 'Changed'`)
      const surplus = await seedRecording(changed, 4, 12, Buffer.from('recorded after the backup'))
      await changed.stop()
      await expect(restore(target, place)).rejects.toThrow('already has a database and files')
      const after = await install(target)
      expect(await after.query(`select from users where last_name = 'Changed'`)).not.toEqual([])
      await after.stop()
      const backups = await place.files.list()
      expect(await changed.files.list()).toContain(surplus)
      expect(await restore(target, place, { replace: true })).toMatchObject({ deleted: 1, findings: [] })
      expect(await changed.files.list()).not.toContain(surplus)
      expect(await place.files.list()).toEqual(backups)
      const replaced = await install(target)
      expect(await replaced.query(`select from users where last_name = 'Changed'`)).toEqual([])
      await replaced.stop()
    },
    testTimeoutMs,
  )

  test('a restore with another secret is rejected before anything is written', async () => {
    const folder = await newFolder()
    const other = settings(folder, { APP_SECRET: 'another secret that has thirty-two letters' })
    await expect(restore(other, openPlace(other, join(source.config.DATA_DIR, 'backups')))).rejects.toThrow(
      'were made with another secret',
    )
    expect(await filesBelow(folder)).toEqual([])
  })

  test('a restore is rejected while Attend runs', async () => {
    await expect(restore(source.config, openPlace(source.config))).rejects.toThrow('Attend already runs on')
  })

  test.for(['manifest', 'database', 'files'] as const)(
    'a restore rejects a backup with changed or truncated %s, and leaves the target empty',
    { timeout: testTimeoutMs },
    async (part) => {
      const address = await newFolder()
      await backUp(source.config, address)
      const place = openPlace(source.config, address)
      const path = (await filesBelow(address)).find((file) => file.includes(part)) ?? ''
      const { size } = await stat(path)
      const bytes = await readFile(path)
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(size - 20) ^ 1, size - 20)
      const target = await emptyMachine()
      await writeFile(path, flipped)
      const rejected = /damaged|could not be restored|changed, truncated or renamed|truncated/
      await expect(restore(target, place)).rejects.toThrow(rejected)
      await writeFile(path, bytes)
      await truncate(path, Math.floor(size / 2))
      await expect(restore(target, place)).rejects.toThrow(rejected)
      expect(await createProviders(target).files.list()).toEqual([])
      expect(await hasTables(target)).toBe(false)
    },
  )
})

/** True if a restore has left tables. A failed restore may leave an empty database. */
async function hasTables(config: Config): Promise<boolean> {
  const database = await openDatabase(config)
  if (!database) return false
  const { rows } = await withClient(database.adminUrl, (client) =>
    client.query<{ is: boolean }>(`select to_regnamespace('app') is not null as is`),
  )
  await database.stop()
  return rows[0]?.is === true
}

describe('an unfinished backup', () => {
  test(
    'a backup whose process was killed is not listed, and the next backup can be restored',
    async () => {
      const address = await newFolder()
      const first = await backUp(source.config, address)
      const name = await seedRecording(source, 3, 10, Buffer.alloc(30_000_000))
      const place = openPlace(source.config, address)
      const before = (await place.files.list()).length
      const { DATA_DIR, secret } = source.config
      const env = { DATA_DIR, APP_SECRET: secret, LOG_LEVEL: 'silent' }
      const running = spawn(process.execPath, ['scripts/backup.ts', '--to', address], { env, stdio: 'ignore' })
      const exit = once(running, 'exit')
      await expect
        .poll(async () => (await filesBelow(address)).length, { timeout: 30_000, interval: 2 })
        .toBeGreaterThan(before)
      running.kill('SIGKILL')
      await exit
      expect(await listBackups(place)).toEqual([first.id])
      const next = await backUp(source.config, address)
      expect(await listBackups(place)).toEqual([first.id, next.id])
      expect((await restore(await emptyMachine(), place)).findings).toEqual([])
      await source.query('delete from recordings where storage_name = $1', [name])
    },
    testTimeoutMs,
  )

  test(
    'a backup fails on a full disk with the cause and leaves the earlier backup intact',
    async (context) => {
      const disk = mountSmallFolder('24m')
      if (!disk) {
        context.skip('this user may not mount a disk')
        return
      }
      try {
        const first = await backUp(source.config, disk.folder)
        await seedRecording(source, 3, 11, Buffer.alloc(30_000_000))
        await expect(backUp(source.config, disk.folder)).rejects.toThrow('ENOSPC')
        expect(await listBackups(openPlace(source.config, disk.folder))).toEqual([first.id])
        const target = await emptyMachine()
        expect((await restore(target, openPlace(source.config, disk.folder))).id).toBe(first.id)
      } finally {
        disk.remove()
      }
    },
    testTimeoutMs,
  )
})
