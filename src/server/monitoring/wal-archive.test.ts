import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder, removeFolders } from '#test/backup-clinic.ts'
import { testSecret } from '#test/postgres.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { defaultFlags, type EmbeddedServer, startEmbedded } from '#server/db/embedded/embedded.ts'
import type { RoleUrls } from '#server/db/roles.ts'
import { withClient } from '#server/postgres/connection.ts'
import { readWalArchive } from './wal-archive.ts'

const testTimeoutMs = 120_000
let server: EmbeddedServer
let urls: RoleUrls
let archive: string

// A PostgreSQL that archives without Attend.
beforeAll(async () => {
  archive = join(await newFolder(), 'archive')
  server = await startEmbedded({
    folder: await newFolder(),
    password: 'archives',
    flags: [...defaultFlags, '-c', 'archive_mode=on'],
  })
  await withClient(server.adminUrl, async (admin) => {
    await admin.query(`alter system set archive_command = 'touch ${archive}/%f'`)
    await admin.query('select pg_reload_conf()')
  })
  urls = await prepareDatabase(server.adminUrl, { secret: testSecret, formerSecrets: [] })
}, testTimeoutMs)
afterAll(async () => {
  await server.stop()
  await removeFolders()
})

/** Ends the current WAL file, which makes PostgreSQL try to archive it. */
const endFile = () =>
  withClient(server.adminUrl, async (admin) => {
    await admin.query(`select pg_logical_emit_message(true, 'test', 'a change')`)
    await admin.query('select pg_switch_wal()')
  })
const state = (role: 'app_web' | 'app_worker' = 'app_web') => withClient(urls[role], readWalArchive)
const isFailing = async () => (await state())?.isFailing

test(
  'a failing archive_command is reported with the time of its last success until it works again',
  {
    timeout: testTimeoutMs,
  },
  async () => {
    expect(await state()).toEqual({ archivedAt: null, failures: 0, failure: null, isFailing: false })
    await endFile()
    await expect.poll(isFailing, { timeout: 30_000 }).toBe(true)
    expect(await state('app_worker')).toMatchObject({ archivedAt: null, failure: null })

    await mkdir(archive)
    // PostgreSQL may run as another system user.
    await chmod(archive, 0o777)
    await endFile()
    await expect.poll(isFailing, { timeout: 90_000 }).toBe(false)
    const works = await state()
    expect(works).toMatchObject({ archivedAt: expect.any(Date), isFailing: false })
    expect(works?.failures).toBeGreaterThan(0)

    await rm(archive, { recursive: true })
    await endFile()
    await expect.poll(isFailing, { timeout: 30_000 }).toBe(true)
    expect((await state())?.archivedAt?.getTime()).toBeGreaterThanOrEqual(works?.archivedAt?.getTime() ?? 0)
  },
)
