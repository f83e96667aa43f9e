import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
import {
  archiveAll,
  clusterOf,
  databaseTime,
  endWalFile,
  restoreElsewhere,
  startArchiverOf,
} from '#test/wal-archive.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { openPlace } from '../place.ts'
import type { Archiver } from './archiver.ts'
import { listArchives, listBases } from './archive-place.ts'

const testTimeoutMs = 300_000
const dayMs = 24 * 60 * 60 * 1000
let source: Installation
let archiver: Archiver
let offsetMs = 0
let stopping: (() => Promise<unknown>)[] = []

const startArchiving = () => startArchiverOf(source, () => new Date(Date.now() + offsetMs))

beforeAll(async () => {
  const more = { BACKUP_WAL: 'on', BACKUP_TO: await newFolder(), BACKUP_KEEP: '2' }
  source = await install(settings(await newFolder(), more))
  await seedClinic(source, { therapists: 1, sessions: 5, recordings: 1, recordingBytes: 100_000 })
  offsetMs = -4 * dayMs
  archiver = startArchiving()
  await archiver.copyDaily()
}, testTimeoutMs)
afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop()
})
afterAll(async () => {
  await archiver.stop()
  await source.stop()
  await removeFolders()
})

/** A named pipe in the cluster: a copy of the cluster waits there until `release`, as if the cluster were large. */
async function createSlowFile() {
  const path = join(clusterOf(source), 'a_slow_file')
  await promisify(execFile)('mkfifo', [path])
  let writer: FileHandle | undefined
  const release = async () => {
    await writer?.close()
    writer = undefined
    await rm(path, { force: true })
  }
  stopping.push(release)
  return {
    release,
    /** Resolves when the copy has reached the file. */
    async reached() {
      const tryOpen = async () => {
        writer ??= await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
        return writer !== undefined
      }
      await expect.poll(tryOpen, { timeout: 60_000 }).toBe(true)
    },
  }
}

const rename = (name: string) => source.query('update clients set first_name = $1', [name])
const nameIn = async (one: Installation) => (await one.query('select first_name as name from clients'))[0]
const copies = async () => {
  const [archive] = await listArchives(openPlace(source.config))
  return archive ? listBases(archive) : []
}

async function restore(until: Date | 'latest') {
  const restoration = await restoreElsewhere(source, until)
  stopping.push(() => restoration.restored.stop())
  return restoration
}

test(
  'rows that are saved during a copy of the cluster are archived immediately',
  { timeout: testTimeoutMs },
  async () => {
    const before = await copies()
    const slowFile = await createSlowFile()
    offsetMs = -2 * dayMs
    const copying = archiver.copyDaily()
    await slowFile.reached()

    await rename('During')
    const file = await seedRecording(source, 1, 2, Buffer.from('during'))
    const moment = await databaseTime(source)
    await rename('Later')
    await archiveAll(source, archiver)
    expect(await copies()).toEqual(before)
    const { result, restored } = await restore(moment)
    expect(result).toMatchObject({ id: before[0], findings: [], files: 2 })
    expect(await nameIn(restored)).toEqual({ name: 'During' })

    await slowFile.release()
    await copying
    expect(await copies()).toHaveLength(2)
    await rename('Last')
    await archiveAll(source, archiver)
    const newest = await restore('latest')
    expect(newest.result).toMatchObject({ id: (await copies())[1], findings: [], files: 2 })
    expect(await nameIn(newest.restored)).toEqual({ name: 'Last' })
    expect((await collectBytes((await newest.restored.files.get(file))?.body ?? nothing())).toString()).toBe('during')
  },
)

test('stopping the archiver ends a copy of the cluster', { timeout: testTimeoutMs }, async () => {
  const slowFile = await createSlowFile()
  offsetMs = 0
  const copying = archiver.copyDaily()
  await slowFile.reached()
  const stopped = archiver.stop()
  await slowFile.release()
  await stopped
  await expect(copying).rejects.toThrow('aborted')
  expect(await copies()).toHaveLength(2)
  offsetMs = -2 * dayMs
  archiver = startArchiving()
})

test(
  'a process that is killed during a copy loses no WAL that it archived during the copy',
  { timeout: testTimeoutMs },
  async () => {
    const before = await copies()
    await archiver.stop()
    await source.stop()
    const slowFile = await createSlowFile()
    const { DATA_DIR, BACKUP_TO = '' } = source.config
    const script = fileURLToPath(new URL('../../../../test/archiver-process.ts', import.meta.url))
    const child = spawn(process.execPath, [script, DATA_DIR, BACKUP_TO], { stdio: ['ignore', 'pipe', 'inherit'] })
    stopping.push(async () => child.kill('SIGKILL'))
    const [adminUrl] = await once(createInterface({ input: child.stdout }), 'line')
    source.database = { ...source.database, adminUrl: String(adminUrl) }
    await slowFile.reached()

    await rename('During')
    const moment = await databaseTime(source)
    await rename('Later')
    const segment = await endWalFile(source)
    const isArchived = async () => (await filesBelow(BACKUP_TO)).some((path) => path.endsWith(segment))
    await expect.poll(isArchived, { timeout: 60_000 }).toBe(true)
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    await slowFile.release()
    expect(await copies()).toEqual(before)
    const { result, restored } = await restore(moment)
    expect(result).toMatchObject({ id: before[1], findings: [] })
    expect(await nameIn(restored)).toEqual({ name: 'During' })

    source = await install(source.config)
    offsetMs = 0
    archiver = startArchiving()
    await archiver.copyDaily()
    expect(await copies()).toEqual([before[1], expect.any(String)])
    expect(await nameIn((await restore('latest')).restored)).toEqual({ name: 'Later' })
  },
)

async function* nothing(): AsyncGenerator<Uint8Array> {}
