import { afterAll, afterEach, expect, test } from 'vitest'
import { install, newFolder, removeFolders, settings } from '#test/backup-clinic.ts'
import { startOwnPostgres, installedVersions } from '#test/own-postgres.ts'
import { testSecret } from '#test/postgres.ts'
import { diagnose } from './diagnose.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(removeFolders)

test.for(await installedVersions())(
  'the doctor names a database of PostgreSQL %s without tables, and finds no fault in one whose user has only the needed rights',
  { timeout: 120_000 },
  async ([, programs]) => {
    const server = await startOwnPostgres(programs)
    closing.push(() => server.stop())
    const DATABASE_URL = await server.createDatabase('clinic', 'attend')
    const env = { DATA_DIR: await newFolder(), APP_SECRET: testSecret, SPEECH_ENGINE: 'none', PORT: '0', DATABASE_URL }
    const faults = async () =>
      (await diagnose(env)).filter(({ level }) => level === 'fault').map(({ problem }) => problem)
    expect(await faults()).toContain('The database has no tables of Attend.')
    await install(settings(env.DATA_DIR, { DATABASE_URL }))
    expect(await faults()).toEqual([])
    expect((await diagnose(env)).map(({ problem }) => problem).join()).not.toContain(
      'schema of the database was changed',
    )
  },
)
