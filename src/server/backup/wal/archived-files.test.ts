import { rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  install,
  type Installation,
  newFolder,
  seedClinic,
  seedRecording,
  removeFolders,
  settings,
} from '#test/backup-clinic.ts'
import { archiveAll, endWalFile, restoreElsewhere, startArchiverOf } from '#test/wal-archive.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { type Files, StorageUnavailable } from '#server/providers/files/port.ts'
import { rotateSecret } from '#server/rotate-secret.ts'
import type { Config } from '#server/config.ts'
import { fileName, openPlace } from '../place.ts'
import { listArchives, listBases, readFilesOf } from './archive-place.ts'
import type { Archiver } from './archiver.ts'

const testTimeoutMs = 300_000
const dayMs = 24 * 60 * 60 * 1000
const formerSecret = 'former-'.repeat(6)
const newSecret = 'new-'.repeat(10)
let folder: string
let backups: string
let source: Installation
let archiver: Archiver
let offsetMs = 0

const configOf = (secrets: Record<string, string>) =>
  settings(folder, { BACKUP_WAL: 'on', BACKUP_TO: backups, ...secrets })
const startArchiving = (files = source.files) =>
  startArchiverOf({ ...source, files }, () => new Date(Date.now() + offsetMs))

async function restart(config: Config): Promise<void> {
  await source.stop()
  source = await install(config)
}

const restore = () => restoreElsewhere(source, 'latest')

async function contentOf(one: Installation, name: string): Promise<string | undefined> {
  const file = await one.files.get(name)
  return file ? (await collectBytes(file.body)).toString() : undefined
}

beforeAll(async () => {
  folder = await newFolder()
  backups = await newFolder()
  source = await install(configOf({ APP_SECRET: formerSecret }))
  await seedClinic(source, { therapists: 1, sessions: 5, recordings: 1, recordingBytes: 1000 })
}, testTimeoutMs)
afterEach(() => archiver.stop())
afterAll(async () => {
  await source.stop()
  await removeFolders()
})

test('after the secret is replaced, a restore needs the new secret only', { timeout: testTimeoutMs }, async () => {
  const file = await seedRecording(source, 1, 2, Buffer.from('spoken before'))
  await restart(configOf({ APP_SECRET: newSecret, APP_SECRET_FORMER: formerSecret }))
  archiver = startArchiving()
  await archiver.copyDaily()
  await archiveAll(source, archiver)
  await rotateSecret(source.config, source.database.adminUrl, source.files)
  await archiveAll(source, archiver)
  await archiver.stop()

  await restart(configOf({ APP_SECRET: newSecret }))
  // The newest copy is not a day old, so only the start of the archiver finds the rewritten files.
  archiver = startArchiving()
  await archiver.copyDaily()
  await archiveAll(source, archiver)
  const early = await restore()
  expect(early.result).toMatchObject({ files: 2, findings: [] })
  expect(await contentOf(early.restored, file)).toBe('spoken before')

  offsetMs = 2 * dayMs
  await archiver.copyDaily()
  await archiveAll(source, archiver)
  const late = await restore()
  expect(late.result).toMatchObject({ files: 2, findings: [] })
  expect(await contentOf(late.restored, file)).toBe('spoken before')
  offsetMs = 0
})

test(
  'files that were listed but not copied before a restart are copied after it',
  { timeout: testTimeoutMs },
  async () => {
    const file = await seedRecording(source, 1, 3, Buffer.from('spoken during the stop'))
    await endWalFile(source)
    archiver = startArchiving(withoutContent(source.files))
    await expect(archiver.archive()).rejects.toThrow('Attend is stopped')
    await archiver.stop()
    archiver = startArchiving()
    await archiver.copyDaily()
    await archiveAll(source, archiver)
    const { result, restored } = await restore()
    expect(result).toMatchObject({ files: 3, findings: [] })
    expect(await contentOf(restored, file)).toBe('spoken during the stop')
  },
)

test('a restore reports files that the archive lists but does not have', { timeout: testTimeoutMs }, async () => {
  const file = await seedRecording(source, 1, 4, Buffer.from('spoken last'))
  archiver = startArchiving()
  await archiver.copyDaily()
  await archiveAll(source, archiver)
  const place = openPlace(source.config)
  const [archive] = await listArchives(place)
  const listed = archive && (await readFilesOf(archive)).get(file)
  await place.files.delete(fileName(place.root, listed?.id ?? ''))
  const { result, restored } = await restore()
  expect(result).toMatchObject({ files: 3, findings: [`The file ${file} is not in the archive.`] })
  expect(await restored.files.get(file)).toBeNull()
})

test(
  'stored files that cannot be read do not prevent the daily copy, and a new one is named',
  { timeout: testTimeoutMs },
  async () => {
    const file = await seedRecording(source, 1, 5, Buffer.from('spoken undamaged'))
    archiver = startArchiving()
    await archiver.copyDaily()
    await archiveAll(source, archiver)
    const copies = async () => {
      const [archive] = await listArchives(openPlace(source.config))
      return archive ? listBases(archive) : []
    }
    const before = await copies()
    await truncate(join(folder, 'files', file))
    offsetMs = 4 * dayMs
    await archiver.copyDaily()
    expect(await copies()).toEqual([...before, expect.any(String)])
    const { restored } = await restore()
    expect(await contentOf(restored, file)).toBe('spoken undamaged')
    await archiver.stop()

    const getSealed = () => Promise.reject(new StorageUnavailable('503'))
    archiver = startArchiving({ ...source.files, getSealed })
    offsetMs = 6 * dayMs
    await expect(archiver.copyDaily()).rejects.toThrow(/The stored file session-recordings.* cannot be read: 503/)
    expect(await copies()).toHaveLength(before.length + 2)
    await archiver.stop()

    archiver = startArchiving()
    await source.query('update recordings set storage_name = $1 where storage_name = $2', [
      'session-recordings/new',
      file,
    ])
    await rename(join(folder, 'files', file), join(folder, 'files', 'session-recordings/new'))
    await endWalFile(source)
    await expect(archiver.archive()).rejects.toThrow('session-recordings/new cannot be read')
  },
)

/** Files whose content cannot be read, as if Attend stopped while it copies them. */
function withoutContent(files: Files): Files {
  return {
    ...files,
    async getSealed(name) {
      const sealed = await files.getSealed(name)
      return sealed && { ...sealed, body: failing() }
    },
  }
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a')
  throw new Error('Attend is stopped')
}
