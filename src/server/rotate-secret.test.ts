import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWeb, type WebRole } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { cookieKeys } from '#server/secrets.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { signedToken } from '#server/http/session-cookie.ts'
import { noteKeys, openNote, sealNote } from './features/psychotherapy-notes/sealed-note.ts'
import { openVoice, sealVoice, voiceKeys } from './features/transcripts/own-voice/sealed-voice.ts'
import { chunkKeys, openChunk, sealChunk } from './features/recordings/sealed-chunk.ts'
import { exampleKeys, openExample, sealExample } from './features/templates/sealed-example.ts'
import { collectBytes } from '#server/providers/files/blocks.ts'
import { createProviders } from '#server/providers/providers.ts'
import { exchange } from '#test/browser.ts'
import { type OwnPostgres, startOwnPostgres, installedVersions } from '#test/own-postgres.ts'
import { reencrypt } from './features/accounts/factor-keys.ts'
import { rotateSecret } from './rotate-secret.ts'

const testTimeoutMs = 120_000
const [oldSecret, newSecret] = ['o'.repeat(40), 'n'.repeat(40)]

let server: OwnPostgres
let folder: string
let adminUrl: string
const running: WebRole[] = []
beforeEach(async () => {
  const [[, binaries] = []] = await installedVersions()
  if (!binaries) throw new Error('there is no PostgreSQL')
  server = await startOwnPostgres(binaries)
  folder = await mkdtemp(join(tmpdir(), 'attend-rotate-'))
  adminUrl = await server.createDatabase('clinic', 'clinic_admin')
}, testTimeoutMs)
afterEach(async () => {
  for (const web of running.splice(0)) await web.stop()
  await server.stop()
  await rm(folder, { recursive: true })
})

function configOf(secret: string, former?: string): Config {
  return readConfig({
    DATABASE_URL: adminUrl,
    DATA_DIR: folder,
    PORT: '0',
    SPEECH_ENGINE: 'none',
    LOG_LEVEL: 'silent',
    APP_SECRET: secret,
    ...(former && { APP_SECRET_FORMER: former }),
  })
}

async function start(config: Config): Promise<string> {
  const urls = await prepareDatabase(adminUrl, config)
  const web = await startWeb(config, urls, createProviders(config), {
    pages: async (_, response) => void response.writeHead(404).end(),
    development: false,
    limits: false,
    publicUrl: 'http://localhost',
  })
  running.push(web)
  return `http://127.0.0.1:${web.port}`
}

/** Runs a statement as the superuser, who bypasses every policy. */
async function asSuperuser(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const url = new URL(server.superuserUrl)
  url.pathname = '/clinic'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query<Record<string, string>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Creates a signed-in owner with an authenticator and one of each kind of encrypted data. Returns the token of the sign-in. */
async function prepare(config: Config): Promise<string> {
  const [key] = cookieKeys(config)
  const token = randomBytes(24).toString('hex')
  const secret = await symmetricEncrypt({ key, data: 'the authenticator' })
  const codes = await symmetricEncrypt({ key, data: '["a-code"]' })
  await asSuperuser(
    `with person as (insert into users (email, first_name, last_name) values ('a@example.test', 'Ada', 'Moss') returning id),
     clinic as (insert into organizations (name, owner_id) select 'Northside', id from person returning id),
     member as (insert into organization_members (organization_id, user_id, role) select clinic.id, person.id, 'owner' from clinic, person),
     client as (insert into clients (organization_id, therapist_id, first_name, last_name) select clinic.id, person.id, 'Sam', 'Okoro' from clinic, person returning id, organization_id, therapist_id),
     held as (insert into sessions (client_id, organization_id, therapist_id, date, start_time, end_time, status) select id, organization_id, therapist_id, '2026-03-02', '09:00', '09:50', 'completed' from client returning id, organization_id, therapist_id),
     kept as (insert into recordings (session_id, organization_id, therapist_id, file_name, media_type, size, storage_name, state) select id, organization_id, therapist_id, 'a.webm', 'audio/webm', 5, 'a/recording.webm', 'stored' from held),
     factor as (insert into auth_two_factors (user_id, secret, backup_codes, verified) select id, $2, $3, true from person)
     insert into auth_sessions (user_id, token, expires_at) select id, $1, now() + interval '1 hour' from person`,
    [token, secret, codes],
  )
  await createProviders(config).files.put('a/recording.webm', words('hello'))
  await addChunks(config)
  await addPsychotherapyNote(config)
  await addTemplateExample(config)
  await addVoice(config)
  return token
}

async function addPsychotherapyNote(config: Config) {
  const [row] = await asSuperuser('select id as client, therapist_id as author, organization_id as org from clients')
  const place = { id: noteId, authorId: row?.['author'] ?? '', clientId: row?.['client'] ?? '' }
  const sealed = sealNote(noteKeys(config), place, { text: 'a private note', clientName: 'Sam Okoro', confirmed: [] })
  await asSuperuser(
    `insert into psychotherapy_notes (id, author_id, client_id, organization_id, request_id, sealed, updated_at)
     values ($1, $2, $3, $4, $1, $5, '2026-01-01')`,
    [noteId, place.authorId, place.clientId, row?.['org'], sealed],
  )
}

/** The decrypted text and the time of the last edit. */
async function psychotherapyNote(config: Config): Promise<string[]> {
  const [row = {}] = await asSuperuser(
    `select client_id as client, author_id as author, encode(sealed, 'hex') as sealed, updated_at::date::text as day
     from psychotherapy_notes`,
  )
  const place = { id: noteId, authorId: row['author'] ?? '', clientId: row['client'] ?? '' }
  return [openNote(noteKeys(config), place, Buffer.from(row['sealed'] ?? '', 'hex')).text, row['day'] ?? '']
}

async function addTemplateExample(config: Config) {
  const [row] = await asSuperuser(
    `insert into note_templates (owner_id, name, base_type, sections) select id, 'Weekly', 'SOAP', '[]' from users
     returning id as template, owner_id as author`,
  )
  const place = { id: noteId, authorId: row?.['author'] ?? '', templateId: row?.['template'] ?? '' }
  await asSuperuser(
    'insert into template_examples (id, author_id, template_id, sealed, characters) values ($1, $2, $3, $4, 15)',
    [noteId, place.authorId, place.templateId, sealExample(exampleKeys(config), place, 'an example note')],
  )
}

async function templateExample(config: Config): Promise<string> {
  const [row = {}] = await asSuperuser(
    `select template_id as template, author_id as author, encode(sealed, 'hex') as sealed from template_examples`,
  )
  const place = { id: noteId, authorId: row['author'] ?? '', templateId: row['template'] ?? '' }
  return openExample(exampleKeys(config), place, Buffer.from(row['sealed'] ?? '', 'hex'))
}

const voicePlace = (userId = '') => ({ id: noteId, userId, model: 'campplus' })

async function addVoice(config: Config) {
  const [row] = await asSuperuser('select owner_id as user, id as org from organizations')
  const direction = Float32Array.of(0.5, -0.5)
  const sealed = sealVoice(voiceKeys(config), voicePlace(row?.['user']), { direction })
  await asSuperuser(
    `insert into own_voices (id, user_id, organization_id, model, sealed, stored_at)
     values ($1, $2, $3, 'campplus', $4, now())`,
    [noteId, row?.['user'], row?.['org'], sealed],
  )
}

/** The decrypted numbers of the stored voice. */
async function voice(config: Config): Promise<number[]> {
  const [row = {}] = await asSuperuser(`select user_id as user, encode(sealed, 'hex') as sealed from own_voices`)
  const sealed = Buffer.from(row['sealed'] ?? '', 'hex')
  return [...openVoice(voiceKeys(config), voicePlace(row['user']), sealed).direction]
}

const noteId = '0197f0c0-0000-7000-8000-000000000002'
const recordingId = '0197f0c0-0000-7000-8000-000000000001'

/** One chunk of an upload and one of a live recording. */
async function addChunks(config: Config) {
  const { data, seal } = sealChunk(chunkKeys(config), { recordingId, n: 0 }, Buffer.from('a chunk'))
  await asSuperuser(
    `with held as (select * from sessions limit 1),
     upload as (insert into uploads (id, organization_id, therapist_id, client_id, file_name, media_type, size, setting_type)
       select $1, organization_id, therapist_id, client_id, 'a.wav', 'audio/wav', 7, 'telehealth' from held returning id)
     insert into upload_chunks (upload_id, n, organization_id, therapist_id, sha256, data, seal)
       select upload.id, 0, organization_id, therapist_id, '', $2, $3 from held, upload`,
    [recordingId, data, seal],
  )
  await asSuperuser(
    `with held as (insert into sessions (id, client_id, organization_id, therapist_id, date, start_time, end_time, status)
       select $1, client_id, organization_id, therapist_id, date, start_time, end_time, 'recording' from sessions limit 1 returning *),
     live as (insert into live_recordings (session_id, organization_id, therapist_id, request_id)
       select id, organization_id, therapist_id, gen_random_uuid() from held returning session_id)
     insert into live_chunks (session_id, n, count, segment, organization_id, therapist_id, media_type, sha256, data, seal)
       select live.session_id, 0, 1, 0, organization_id, therapist_id, 'audio/webm', '', $2, $3 from held, live`,
    [recordingId, data, seal],
  )
}

async function chunks(config: Config): Promise<string[]> {
  const contents: string[] = []
  for (const table of ['upload_chunks', 'live_chunks']) {
    const [row] = await asSuperuser(`select encode(data, 'hex') as data, encode(seal, 'hex') as seal from ${table}`)
    const sealed = { data: Buffer.from(row?.['data'] ?? '', 'hex'), seal: Buffer.from(row?.['seal'] ?? '', 'hex') }
    contents.push(openChunk(chunkKeys(config), { recordingId, n: 0 }, sealed).toString())
  }
  return contents
}

async function* once(bytes: Buffer) {
  yield bytes
}

const words = (text: string) => once(Buffer.from(text))

async function storedData(config: Config): Promise<string> {
  const file = await createProviders(config).files.get('a/recording.webm')
  const parts: Uint8Array[] = []
  for await (const part of file?.body ?? []) parts.push(part)
  return Buffer.concat(parts).toString()
}

const me = (url: string, cookie: string) => exchange(`${url}/api/me`, 'GET', { cookie })
const cookieFor = (token: string, config: Config) => `attend.session_token=${signedToken(token, cookieKeys(config)[0])}`

test(
  'a secret is replaced while users work; then only the new secret is valid',
  async () => {
    const before = configOf(oldSecret)
    const oldUrl = await start(before)
    const token = await prepare(before)
    const oldCookie = cookieFor(token, before)
    expect((await me(oldUrl, oldCookie)).status).toBe(200)

    const during = configOf(newSecret, oldSecret)
    const url = await start(during)
    // A process that still has the former secret continues.
    expect((await me(oldUrl, oldCookie)).status).toBe(200)
    const renewed = await me(url, oldCookie)
    expect(renewed.status).toBe(200)
    const newCookie = String(renewed.headers['set-cookie']).split(';')[0] ?? ''
    expect(newCookie).toBe(cookieFor(token, during))
    expect(await storedData(during)).toBe('hello')
    expect(await chunks(during)).toEqual(['a chunk', 'a chunk'])
    expect((await me(url, `attend.session_token=${signedToken(token, 'another key')}`)).status).toBe(401)

    expect(await rotateSecret(during, adminUrl, createProviders(during).files)).toEqual({
      factors: 1,
      files: 1,
      chunks: 2,
      psychotherapyNotes: 1,
      templateExamples: 1,
      ownVoices: 1,
    })
    expect((await me(url, newCookie)).status).toBe(200)
    expect(await rotateSecret(during, adminUrl, createProviders(during).files)).toEqual({
      factors: 0,
      files: 1,
      chunks: 0,
      psychotherapyNotes: 0,
      templateExamples: 0,
      ownVoices: 0,
    })

    const after = configOf(newSecret)
    const lastUrl = await start(after)
    expect((await me(lastUrl, newCookie)).status).toBe(200)
    expect((await me(lastUrl, oldCookie)).status).toBe(401)
    expect(await storedData(after)).toBe('hello')
    expect(await chunks(after)).toEqual(['a chunk', 'a chunk'])
    // A rotation does not count as an edit.
    expect(await psychotherapyNote(after)).toEqual(['a private note', '2026-01-01'])
    expect(await templateExample(after)).toBe('an example note')
    expect(await voice(after)).toEqual([0.5, -0.5])
    await expect(psychotherapyNote(before)).rejects.toThrow('master key')
    await expect(storedData(before)).rejects.toThrow('master key')
    const [factor] = await asSuperuser('select secret, backup_codes as codes from auth_two_factors')
    const [key] = cookieKeys(after)
    expect([await reencrypt(factor?.['secret'] ?? '', key, []), factor?.['secret']]).toEqual([
      undefined,
      expect.stringMatching(/^\$ba\$\d+\$/),
    ])
    await expect(prepareDatabase(adminUrl, before)).rejects.toThrow(/^APP_SECRET is not the secret of this database/)
    const logins = await asSuperuser(`select rolname from pg_roles where rolname ~ '^app_web_\\d+_[0-9a-f]{8}$'`)
    expect(logins).toHaveLength(1)
  },
  testTimeoutMs,
)

test.each(['before', 'after'])(
  'a recording that is deleted during a rotation, %s its file is read, stays deleted',
  async (moment) => {
    const before = configOf(oldSecret)
    await prepareDatabase(adminUrl, before)
    await prepare(before)
    const during = configOf(newSecret, oldSecret)
    const { files } = createProviders(during)
    const deleting: typeof files = {
      ...files,
      async put(name, content) {
        const read = moment === 'after' ? once(await collectBytes(content)) : content
        await asSuperuser('delete from recordings where storage_name = $1', [name])
        await files.delete(name)
        return files.put(name, read)
      },
    }
    expect(await rotateSecret(during, adminUrl, deleting)).toMatchObject({ files: 0 })
    expect(await files.list()).toEqual([])
  },
  testTimeoutMs,
)

test('before the secret is exchanged, a process that knows the new one as a former secret can read what is written with it', async () => {
  const exchanged = configOf(newSecret, oldSecret)
  const prepared = configOf(oldSecret, newSecret)
  const place = { recordingId, n: 0 }
  for (const [writer, reader] of [
    [exchanged, prepared],
    [prepared, exchanged],
  ] as const)
    expect(openChunk(chunkKeys(reader), place, sealChunk(chunkKeys(writer), place, Buffer.from('a'))).toString()).toBe(
      'a',
    )
  const written = sealChunk(chunkKeys(exchanged), place, Buffer.from('a'))
  expect(() => openChunk(chunkKeys(configOf(oldSecret)), place, written)).toThrow('its key is not set up')

  await prepareDatabase(adminUrl, configOf(oldSecret))
  await prepareDatabase(adminUrl, prepared)
  await prepareDatabase(adminUrl, exchanged)
  await prepareDatabase(adminUrl, prepared)
  await expect(prepareDatabase(adminUrl, configOf(oldSecret))).rejects.toThrow('is being replaced')
})

test('a rotation without a former secret is rejected', async () => {
  const config = configOf(newSecret)
  await expect(rotateSecret(config, adminUrl, createProviders(config).files)).rejects.toThrow(
    /^There is no former secret/,
  )
})
