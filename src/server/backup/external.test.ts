import { afterAll, afterEach, expect, test } from 'vitest'
import { install, newFolder, seedClinic, removeFolders, settings } from '#test/backup-clinic.ts'
import { startOwnPostgres, installedVersions } from '#test/own-postgres.ts'
import { createProviders } from '#server/providers/providers.ts'
import { openPlace } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { runBackup } from './run-backup.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(removeFolders)

test.for(await installedVersions())(
  'a database of PostgreSQL %s is backed up and restored without a superuser',
  { timeout: 120_000 },
  async ([, programs]) => {
    const server = await startOwnPostgres(programs)
    closing.push(() => server.stop())
    const superuserOf = (database: string) => server.superuserUrl.replace(/\/postgres$/, `/${database}`)
    const DATABASE_URL = await server.createDatabase('clinic', 'attend')
    const source = await install(settings(await newFolder(), { DATABASE_URL }), superuserOf('clinic'))
    await seedClinic(source, { therapists: 2, sessions: 5, recordings: 1, recordingBytes: 5000 })
    const { urls } = source.database
    const { id } = await runBackup(source.config, { urls, files: source.files, clock: () => new Date() })

    const other = await server.createDatabase('restored', 'other')
    const target = settings(await newFolder(), { DATABASE_URL: other })
    const { files } = createProviders(target)
    const place = openPlace(source.config)
    const restored = await restoreBackup(target, { files, place, id, replace: false, now: new Date() })
    expect(restored).toMatchObject({ files: 2, findings: [] })
    const after = await install(target, superuserOf('restored'))
    expect(await after.query('select count(*)::int as n from transcripts')).toEqual([{ n: 10 }])
  },
)
