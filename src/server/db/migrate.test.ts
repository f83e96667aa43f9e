import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withClient } from '#server/postgres/connection.ts'
import { password, signIn } from '#test/accounts.ts'
import { noSuffix, templateName, testSecret } from '#test/postgres.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createWorld } from '#test/world.ts'
import { countOpenItems } from '#server/features/notes/recount-review.ts'
import { describeSchema } from './catalog.ts'
import { prepareDatabase } from './database.ts'
import { roleNames, withOwnRoles } from './roles.ts'

const secrets = { secret: testSecret, formerSecrets: [] }
const adminUrl = inject('adminUrl')
const created: string[] = []

/** The address of a new database, empty or restored from the fixture of an older version (scripts/upgrade-fixture.ts). */
async function createDatabase(options: { fixture?: '0055'; suffix?: string } = {}): Promise<string> {
  const { fixture, suffix = noSuffix } = options
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await withClient(adminUrl, (admin) => admin.query(`create database ${name}`))
  created.push(name)
  const url = addressOf(name)
  if (!fixture) return url
  const packed = await readFile(new URL(`../../../test/upgrade/${fixture}.sql.gz`, import.meta.url))
  await withClient(url, async (admin) => {
    for (const role of suffix ? roleNames : []) await admin.query(`create role ${role}${suffix}`)
    await admin.query(withOwnRoles(gunzipSync(packed).toString(), suffix))
  })
  return url
}

function addressOf(name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)
const schemaOf = (url: string) => withClient(url, (client) => describeSchema(client, true))
const query = (url: string, text: string) =>
  withClient(url, async (client: pg.Client) => (await client.query<Record<string, unknown>>(text)).rows)

let newest: string
beforeAll(async () => {
  newest = await schemaOf(addressOf(templateName))
})
afterAll(() =>
  withClient(adminUrl, async (admin) => {
    for (const name of created) await admin.query(`drop database ${name} with (force)`)
  }),
)

describe('a database of migration 0055', () => {
  test('a database of migration 0055 gets the same schema as a new database', async () => {
    const url = await createDatabase({ fixture: '0055' })
    await prepareDatabase(url, secrets, noSuffix)
    expect(await schemaOf(url)).toBe(newest)
  })

  test('a database of migration 0055 gets the same schema if its roles have a suffix', async () => {
    const url = await createDatabase({ fixture: '0055', suffix: '_4711' })
    const urls = await prepareDatabase(url, secrets)
    expect(urls.app_web).toContain('app_web_4711_')
    expect(await schemaOf(url)).toBe(newest)
  })

  test('a database of migration 0055 retains its users and notes', async () => {
    const url = await createDatabase({ fixture: '0055' })
    await prepareDatabase(url, secrets, noSuffix)
    const world = await createWorld({ template: databaseOf(url) })
    try {
      const { browser, status } = await signIn(world, 'therapist@example.test', password)
      expect(status).toBe(200)
      const note = await browser.get('/api/notes/01900000-0000-7000-8000-000000000030')
      expect(note.text).toContain('Slept better this week.')
      const therapist = await world.as('01900000-0000-7000-8000-000000000002')
      expect((await therapist.notes.list({ search: 'quill' })).items).toHaveLength(1)
    } finally {
      await world.close()
    }
  })
})

test('a job counts the open review items of notes from before migration 0063, without changing when they were updated', async () => {
  const url = await createDatabase({ fixture: '0055' })
  await query(url, `update notes set sections = '[{"title": "Plan", "content": "", "statements": []}]'`)
  await prepareDatabase(url, secrets, noSuffix)
  const world = await createWorld({ template: databaseOf(url) })
  try {
    const therapist = await world.as('01900000-0000-7000-8000-000000000002')
    const notes = () =>
      world.db.selectFrom('notes').select(['to_review_count', 'first_ready_at', 'updated_at']).execute()
    const reviewCounts = async () => (await therapist.notes.list({ search: '' })).items.map(({ toReview }) => toReview)
    const [before] = await notes()
    expect(before?.to_review_count).toBeNull()
    expect(await reviewCounts()).toEqual([0])
    const [version] = await world.db.selectFrom('note_versions').select('created_at').execute()
    const worker = await openWorkerServices(world)
    await countOpenItems(worker.services)
    await worker.close()
    const times = { first_ready_at: version?.created_at, updated_at: before?.updated_at }
    expect(await notes()).toEqual([{ to_review_count: 1, ...times }])
    expect(await reviewCounts()).toEqual([1])
  } finally {
    await world.close()
  }
})

test('migration 0219 indexes notes of clients whom a platform admin renamed under their new name', async () => {
  const url = await createDatabase({ fixture: '0055' })
  await prepareDatabase(url, secrets, noSuffix)
  const wordsOf = () => query(url, 'select words from note_search')
  const before = await wordsOf()
  await query(
    url,
    `update note_search set words = array['former'];
    insert into audit_events (client_id, action, resource_type, resource_id, details)
      select client_id, 'admin.client_changed', 'client', client_id, '{"changes": {"lastName": {}}}' from notes;
    delete from migrations.kysely_migration where name like '0219%'`,
  )
  await prepareDatabase(url, secrets, noSuffix)
  expect(await wordsOf()).toEqual(before)
})

describe('migrating a database', () => {
  test('migrating a second time changes nothing', async () => {
    const url = await createDatabase({ fixture: '0055' })
    await prepareDatabase(url, secrets, noSuffix)
    const rows = `select xmin::text, oid::text from pg_proc where pronamespace = 'app'::regnamespace order by oid`
    const before = await query(url, rows)
    await prepareDatabase(url, secrets, noSuffix)
    expect(await query(url, rows)).toEqual(before)
  })

  test('migrating restores functions and their grants if a file has changed', async () => {
    const url = await createDatabase()
    await prepareDatabase(url, secrets, noSuffix)
    await query(
      url,
      `create or replace function app.user_id() returns uuid language sql return null::uuid;
      grant execute on function app.set_scope to app_web;
      update migrations.functions set hash = 'of an older file'`,
    )
    await prepareDatabase(url, secrets, noSuffix)
    expect(await schemaOf(url)).toBe(newest)
  })

  test('migrating rejects a database from before migration 0055 with instructions', async () => {
    const url = await createDatabase({ fixture: '0055' })
    // Each start creates the roles of the newest version before it checks the migrations.
    await query(
      url,
      `grant usage on schema public to app_admin, app_backup; delete from migrations.kysely_migration where name > '0053'`,
    )
    const before = await schemaOf(url)
    await expect(prepareDatabase(url, secrets, noSuffix)).rejects.toThrow(
      'This database is too old for this version of Attend: its last migration is 0051_models',
    )
    expect(await schemaOf(url)).toBe(before)
  })

  test('migrating rejects a database of a newer version', async () => {
    const url = await createDatabase()
    await prepareDatabase(url, secrets, noSuffix)
    await query(url, `insert into migrations.kysely_migration values ('9999_future', '')`)
    await expect(prepareDatabase(url, secrets, noSuffix)).rejects.toThrow(
      'a newer version of Attend (migration 9999_future)',
    )
  })

  test('a migration that fails is named and rolled back', async () => {
    const url = await createDatabase({ fixture: '0055' })
    await query(url, 'drop function app.follow_viewing')
    await expect(prepareDatabase(url, secrets, noSuffix)).rejects.toThrow(
      'migrations/0056_no_follow_viewing.sql failed',
    )
    expect(await query(url, 'select count(*)::int from migrations.kysely_migration')).toEqual([{ count: 50 }])
  })
})

test('every database function compiles', async () => {
  const url = await createDatabase()
  await prepareDatabase(url, secrets, noSuffix)
  const check = `select format('%s: %s', oid::regprocedure, case lanname when 'sql' then fmgr_sql_validator(oid) else plpgsql_validator(oid) end)
    from (select p.oid, lanname from pg_proc p join pg_language l on l.oid = prolang where pronamespace = 'app'::regnamespace) functions`
  expect((await query(url, check)).length).toBeGreaterThan(140)
})
