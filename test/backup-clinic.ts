import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { type RunningDatabase, startDatabase } from '#server/db/database.ts'
import { createProviders } from '#server/providers/providers.ts'
import type { Files } from '#server/providers/files/port.ts'
import { testSecret } from './postgres.ts'

/** An installation without its processes: settings, an embedded or external database, and a file store. */
export interface Installation {
  config: Config
  files: Files
  database: RunningDatabase
  /** Runs SQL as the superuser, who bypasses every policy. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** Stops the database; its data stays. */
  stop(): Promise<void>
}

const folders: string[] = []

/** An empty data folder that the system user of the database can enter. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'attend-backup-'))
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}

export function settings(folder: string, more: Record<string, string> = {}): Config {
  return readConfig({ DATA_DIR: folder, APP_SECRET: testSecret, LOG_LEVEL: 'silent', SPEECH_ENGINE: 'none', ...more })
}

/**
 * Starts the database of these settings and migrates it.
 * @param superuserUrl of an external database
 */
export async function install(config: Config, superuserUrl?: string): Promise<Installation> {
  const installation: Installation = {
    config,
    files: createProviders(config).files,
    database: await startDatabase(config),
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: superuserUrl ?? installation.database.adminUrl })
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    stop: () => installation.database.stop(),
  }
  return installation
}

export interface ClinicSize {
  therapists: number
  /** Completed sessions of each therapist, with transcript and note. */
  sessions: number
  /** Recordings of each therapist. */
  recordings: number
  recordingBytes: number
}

/** Inserts a clinic: its people and records as rows, and the recordings as files. */
export async function seedClinic(installation: Installation, size: ClinicSize): Promise<void> {
  const { therapists, sessions, recordings, recordingBytes } = size
  await installation.query(`
    insert into users (id, email, first_name, last_name)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'user' || n || '@example.test', 'Ada', 'Moss' || n from generate_series(1, ${therapists}) n;
    insert into organizations (id, name, owner_id) values (md5('org')::uuid, 'Northside', '00000000-0000-4000-8000-000000000001');
    insert into organization_members (organization_id, user_id, role)
      select md5('org')::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, case n when 1 then 'owner' else 'therapist' end from generate_series(1, ${therapists}) n;
    insert into clients (id, organization_id, therapist_id, first_name, last_name)
      select md5('client' || n)::uuid, md5('org')::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Sam', E'Okoro \\\\ "\\t' || n from generate_series(1, ${therapists}) n;
    insert into sessions (id, organization_id, therapist_id, client_id, date, start_time, end_time, status, setting_type)
      select md5('session' || n || ' ' || s)::uuid, md5('org')::uuid, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, md5('client' || n)::uuid,
        date '2026-01-01' + s, '09:00', '09:50', 'completed', 'telehealth'
      from generate_series(1, ${therapists}) n, generate_series(1, ${sessions}) s;
    insert into transcripts (session_id, organization_id, therapist_id, language, engine, has_times, utterances)
      select id, organization_id, therapist_id, 'en', 'planted', true, (select jsonb_agg(jsonb_build_object('id', 'u' || u, 'speaker', 'client', 'start', u, 'end', u + 1,
        'text', 'I slept better, and the week at work was long. ' || md5(id::text || u))) from generate_series(1, 300) u)
      from sessions;
    insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections)
      select id, organization_id, therapist_id, client_id, date, 'ready', 1,
        jsonb_build_array(jsonb_build_object('title', 'Subjective', 'statements', '[]'::jsonb, 'content', 'Slept better. ' || repeat(md5(id::text), 60)))
      from sessions;
    do $$ declare person uuid; begin
      for person in select id from users loop
        perform set_config('app.user_id', person::text, true);
        insert into audit_events (action, resource_type, resource_id) values ('account.created', 'account', person);
        insert into audit_events (action, resource_type, resource_id)
          select 'session.viewed', 'session', id from sessions where therapist_id = person;
      end loop;
    end $$`)
  for (let therapist = 1; therapist <= therapists; therapist++)
    for (let number = 1; number <= recordings; number++)
      await seedRecording(installation, therapist, number, randomBytes(recordingBytes))
}

/** Stores a recording of an inserted session as the product does: first the file, then the row. Returns the name of the file. */
export async function seedRecording(
  installation: Installation,
  therapist: number,
  session: number,
  bytes: Buffer,
): Promise<string> {
  const name = `session-recordings/${therapist}/${session}.webm`
  await installation.files.put(name, once(bytes))
  await installation.query(
    `insert into recordings (session_id, organization_id, therapist_id, file_name, media_type, size, state, storage_name)
     select id, organization_id, therapist_id, 'a.webm', 'audio/webm', $2, 'stored', $3 from sessions where id = md5($1)::uuid`,
    [`session${therapist} ${session}`, bytes.length, name],
  )
  return name
}

/** Paths of all files below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
