import { afterAll, beforeAll, expect, test } from 'vitest'
import { install, type Installation, newFolder, seedClinic, removeFolders, settings } from '#test/backup-clinic.ts'
import { archiveAll, databaseTime, restoreElsewhere, startArchiverOf } from '#test/wal-archive.ts'
import { createProviders } from '#server/providers/providers.ts'
import { openPlace } from '../place.ts'
import { type Archive, baseName, listArchives, listBases } from './archive-place.ts'
import type { Archiver } from './archiver.ts'
import { restoreToTime } from './restore-to-time.ts'

const testTimeoutMs = 300_000
const dayMs = 24 * 60 * 60 * 1000
let source: Installation
let archiver: Archiver
let offsetMs = 0

const startArchiving = () => startArchiverOf(source, () => new Date(Date.now() + offsetMs))

beforeAll(async () => {
  source = await install(settings(await newFolder(), { BACKUP_WAL: 'on', BACKUP_TO: await newFolder() }))
  await seedClinic(source, { therapists: 1, sessions: 2, recordings: 1, recordingBytes: 1000 })
}, testTimeoutMs)
afterAll(async () => {
  await archiver.stop()
  await source.stop()
  await removeFolders()
})

/** Saves a name. Returns a moment at which it was the newest one. */
async function rename(name: string): Promise<Date> {
  await source.query('update clients set first_name = $1', [name])
  return databaseTime(source)
}

const nameIn = async (one: Installation) =>
  (await one.query<{ name: string }>('select first_name as name from clients'))[0]?.name

async function restored(until: Date | 'latest') {
  const { result, restored: one } = await restoreElsewhere(source, until)
  return { id: result.id, findings: result.findings, name: await nameIn(one) }
}

async function onlyArchive(): Promise<Archive> {
  const [archive] = await listArchives(openPlace(source.config))
  if (!archive) throw new Error('There is no archive')
  return archive
}

test(
  'after a restore to a moment, later restores return what was saved after it, and those to abandoned moments still work',
  { timeout: testTimeoutMs },
  async () => {
    offsetMs = -2 * dayMs
    archiver = startArchiving()
    await archiver.copyDaily()
    offsetMs = 0
    const before = await rename('Before')
    await rename('Mistake')
    await archiveAll(source, archiver)
    await archiver.copyDaily()
    const abandoned = await rename('Second mistake')
    await rename('Third mistake')
    await archiveAll(source, archiver)
    await archiver.stop()
    await source.stop()

    const { files } = createProviders(source.config)
    const place = openPlace(source.config)
    await restoreToTime(source.config, { files, place, until: before, replace: true, now: new Date() })
    source = await install(source.config)
    expect(await nameIn(source)).toBe('Before')
    archiver = startArchiving()
    await archiver.copyDaily()
    const after = await rename('After')
    await rename('Last')
    await archiveAll(source, archiver)

    const archive = await onlyArchive()
    const [first = '', second = '', third = ''] = await listBases(archive)
    expect(await restored('latest')).toEqual({ id: third, findings: [], name: 'Last' })
    // The copy of the restored cluster may take hours. Until it is complete, a restore needs the first copy.
    await place.files.delete(baseName(archive, third))
    expect(await restored('latest')).toEqual({ id: first, findings: [], name: 'Last' })
    expect(await restored(after)).toEqual({ id: first, findings: [], name: 'After' })
    expect(await restored(abandoned)).toEqual({ id: second, findings: [], name: 'Second mistake' })
  },
)
