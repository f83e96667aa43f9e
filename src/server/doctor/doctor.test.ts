import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  install,
  type Installation,
  newFolder,
  seedClinic,
  seedRecording,
  removeFolders,
  settings,
} from '#test/backup-clinic.ts'
import { testSecret } from '#test/postgres.ts'
import { mountSmallFolder } from '#test/small-disk.ts'
import { freePort } from '#server/free-port.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { diagnose } from './diagnose.ts'
import type { Area } from './finding.ts'

const timeoutMs = 120_000
const unusedAddress = `127.0.0.1:${await freePort()}`

let installation: Installation
let env: Record<string, string>
let undo: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const folder = await newFolder()
  installation = await install(settings(folder))
  await seedClinic(installation, { therapists: 1, sessions: 3, recordings: 1, recordingBytes: 100 })
  env = { DATA_DIR: folder, APP_SECRET: testSecret, SPEECH_ENGINE: 'none', PORT: '0' }
}, timeoutMs)
afterEach(async () => {
  vi.useRealTimers()
  for (const back of undo.toReversed()) await back()
  undo = []
})
afterAll(async () => {
  await installation.stop()
  await removeFolders()
})

const query = (statement: string) => installation.query(statement)

/** A database on the same server, whose user has no rights. */
async function weakDatabase(): Promise<string> {
  await query(`create role weak login password 'weak'`)
  await query('create database weak_one')
  undo.push(
    () => query('drop role weak'),
    () => query('drop database weak_one'),
  )
  const url = new URL(installation.database.adminUrl)
  url.username = 'weak'
  url.password = 'weak'
  url.pathname = '/weak_one'
  return url.href
}

interface Fault {
  area: Area
  /** A part of the finding's problem. */
  names: string
  /** Settings that are wrong. */
  settings?: Record<string, string>
  /** Breaks something. Returns further settings for the diagnosis, if it needs any. */
  inject?: () => Promise<Record<string, string> | undefined>
}

async function change(statement: string, back: string): Promise<undefined> {
  await query(statement)
  undo.push(() => query(back))
}

const faults: Record<string, Fault> = {
  'an invalid setting': { area: 'settings', names: 'PORT (', settings: { PORT: '99999' } },
  'a misspelled setting': { area: 'settings', names: 'DATBASE_URL is not a setting', settings: { DATBASE_URL: 'x' } },
  'a missing address': { area: 'settings', names: 'PUBLIC_URL is not set', settings: { HOST: '0.0.0.0' } },
  'an address without https': {
    area: 'settings',
    names: 'PUBLIC_URL is http://clinic.example',
    settings: { PUBLIC_URL: 'http://clinic.example' },
  },
  'a secret that others can read': {
    area: 'settings',
    names: 'Other users of this machine can read the secret',
    async inject() {
      const path = join(env.DATA_DIR ?? '', 'secret')
      await writeFile(path, testSecret)
      await chmod(path, 0o644)
      undo.push(() => rm(path))
      return undefined
    },
  },
  'a data folder that is a file': {
    area: 'disk',
    names: 'Attend cannot write to its folder',
    async inject() {
      const path = join(await newFolder(), 'file')
      await writeFile(path, '')
      return { DATA_DIR: path }
    },
  },
  'a database that is down': {
    area: 'database',
    names: 'The database cannot be opened',
    settings: { DATABASE_URL: `postgres://attend:x@${unusedAddress}/attend` },
  },
  'a pooler that is down': {
    area: 'database',
    names: 'The pooler of DATABASE_POOLER_URL does not lead the login app_web_',
    inject: async () => ({
      DATABASE_URL: installation.database.adminUrl,
      DATABASE_POOLER_URL: `postgres://${unusedAddress}/postgres`,
    }),
  },
  'a pooler without a database': {
    area: 'settings',
    names: 'DATABASE_POOLER_URL names a pooler of the database of DATABASE_URL',
    settings: { DATABASE_POOLER_URL: `postgres://${unusedAddress}/postgres` },
  },
  'another secret': {
    area: 'database',
    names: 'is not the secret of this database',
    settings: { APP_SECRET: 'another secret that has thirty-two letters' },
  },
  'a user that may not create roles': {
    area: 'database',
    names: 'The user weak may not create roles',
    inject: async () => ({ DATABASE_URL: await weakDatabase() }),
  },
  'a user that does not own the database': {
    area: 'database',
    names: 'The user weak does not own the database weak_one',
    inject: async () => ({ DATABASE_URL: await weakDatabase() }),
  },
  'a role that may bypass row-level security': {
    area: 'database',
    names: 'The role app_strong may bypass row-level security',
    inject: () => change('create role app_strong bypassrls', 'drop role app_strong'),
  },
  'a pending migration': {
    area: 'database',
    names: 'These migrations have not run: 0085_backups',
    inject: () =>
      change(
        `delete from migrations.kysely_migration where name = '0085_backups'`,
        `insert into migrations.kysely_migration values ('0085_backups', 'now')`,
      ),
  },
  'a database of a newer version': {
    area: 'database',
    names: 'A newer version of Attend used this database (migration 9999_future)',
    inject: () =>
      change(
        `insert into migrations.kysely_migration values ('9999_future', 'now')`,
        `delete from migrations.kysely_migration where name = '9999_future'`,
      ),
  },
  'a wrong clock': {
    area: 'clock',
    names: 'differ by 3600 seconds',
    async inject() {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      return undefined
    },
  },
  'a bucket without keys': { area: 'storage', names: 'FILES=s3 needs S3_ENDPOINT', settings: { FILES: 's3' } },
  'a bucket that does not respond': {
    area: 'storage',
    names: 'The file store does not work',
    settings: {
      FILES: 's3',
      S3_ENDPOINT: `http://${unusedAddress}/bucket`,
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    },
  },
  'a lost file': {
    area: 'storage',
    names: '1 of 2 checked files are missing',
    async inject() {
      const name = await seedRecording(installation, 1, 2, Buffer.from('lost'))
      await installation.files.delete(name)
      undo.push(() => installation.query('delete from recordings where storage_name = $1', [name]))
      return undefined
    },
  },
  'a mail server that is down': {
    area: 'mail',
    names: 'The mail server does not accept Attend',
    settings: { SMTP_URL: `smtp://${unusedAddress}` },
  },
  'no mail server at a public address': {
    area: 'mail',
    names: 'No mail is sent',
    settings: { PUBLIC_URL: 'https://clinic.example', TRUST_PROXY: 'true' },
  },
  'a speech endpoint that is down': {
    area: 'engines',
    names: `The speech engine at ${unusedAddress} does not respond`,
    settings: { SPEECH_ENGINE: 'endpoint', SPEECH_BASE_URL: `http://${unusedAddress}/v1` },
  },
  'an ffmpeg that does not exist': {
    area: 'engines',
    names: 'FFMPEG_PATH is /nowhere/ffmpeg',
    settings: { FFMPEG_PATH: '/nowhere/ffmpeg' },
  },
  'a language model without an address': {
    area: 'engines',
    names: 'The language model is not set up',
    settings: { DRAFTER: 'openai-compatible' },
  },
  'a language model that is down': {
    area: 'engines',
    names: `The language model at ${unusedAddress} does not respond`,
    settings: { DRAFTER: 'openai-compatible', DRAFTER_BASE_URL: `http://${unusedAddress}/v1`, DRAFTER_MODEL: 'm' },
  },
  'a place for backups that is a file': {
    area: 'backups',
    names: 'Backups cannot be written',
    async inject() {
      const path = join(await newFolder(), 'file')
      await writeFile(path, '')
      return { BACKUP_TO: path }
    },
  },
}

describe('the doctor', () => {
  test('the doctor finds no fault in a working installation, and warns of the missing backup', async () => {
    const found = await diagnose(env)
    expect(found.filter(({ level }) => level === 'fault')).toEqual([])
    expect(found.map(({ problem }) => problem)).toContain('There is no backup yet.')
  })

  test('the doctor does not warn of a missing backup after a backup', async () => {
    const { config, files, database } = installation
    await runBackup(config, { urls: database.urls, files, clock: () => new Date() })
    undo.push(() => query('delete from backups'))
    expect((await diagnose(env)).map(({ problem }) => problem)).not.toContain('There is no backup yet.')
  })

  test.for(Object.keys(faults))('the doctor names %s, and says what to do', { timeout: timeoutMs }, async (name) => {
    const fault = faults[name]
    const more = await fault?.inject?.()
    const found = await diagnose({ ...env, ...fault?.settings, ...more })
    const finding = found.find(({ area, problem }) => area === fault?.area && problem.includes(fault.names))
    expect(found.map(({ problem }) => problem).join('\n')).toContain(fault?.names)
    expect(finding).toMatchObject({ level: 'fault', remedy: expect.stringMatching(/^[A-Z].{8,}\.$/) })
  })

  test('the doctor warns if all processes together can open more connections than the database accepts', async () => {
    await change(
      `insert into processes (id, host, pid, roles, version, memory, engines)
       select gen_random_uuid(), 'planted', n, '{web,worker}', '1', 1, '{}' from generate_series(1, 3) n`,
      `delete from processes where host = 'planted'`,
    )
    const found = await diagnose(env)
    expect(found).toContainEqual(
      expect.objectContaining({
        level: 'warning',
        problem: expect.stringMatching(/^PostgreSQL accepts \d+ connections; 3 processes of Attend can open 190\.$/),
      }),
    )
  })

  test('the doctor names a disk that is nearly full', async (context) => {
    const disk = mountSmallFolder('20m')
    if (!disk) {
      context.skip('this user may not mount a disk')
      return
    }
    try {
      const found = await diagnose({ ...env, DATA_DIR: disk.folder })
      expect(found).toMatchObject([{ area: 'disk', level: 'fault', problem: expect.stringMatching(/has \d+ MB free/) }])
    } finally {
      disk.remove()
    }
  })

  test(
    'the doctor script prints the findings, and exits with 1 only if there is a fault',
    { timeout: timeoutMs },
    async () => {
      const outcomes = []
      for (const more of [{}, { SMTP_URL: `smtp://${unusedAddress}` }]) {
        const running = spawn(process.execPath, ['scripts/doctor.ts'], { env: { ...env, ...more } })
        const exit = once(running, 'exit')
        const printed = await text(running.stdout)
        const [code] = await exit
        outcomes.push([code, printed.includes('FAULT   mail: The mail server does not accept Attend')])
      }
      expect(outcomes).toEqual([
        [0, false],
        [1, true],
      ])
    },
  )
})
