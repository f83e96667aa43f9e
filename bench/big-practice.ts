import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig, type Config } from '#server/config.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { type RoleUrls, findRoleUrls } from '#server/db/roles.ts'
import { cpuOfFamily } from './cpu-time.ts'

/** A database of many clients, ten sessions each and as many notes, kept between runs in `.data/bench`. */
export interface BigPractice {
  config: Config
  urls: RoleUrls
  /** Connects as the superuser, who bypasses every policy. */
  adminUrl: string
  /** One account of each kind. By default the owner's organization has 10,000 clients. The supervisor manages ten therapists. */
  people: { therapist: string; supervisor: string; owner: string }
  /** A therapist whom bench/plans makes a platform admin with a second factor. */
  platformAdmin: string
  /** Processor time that the database has used, in milliseconds. Linux only. */
  databaseCpu(): Promise<number>
  stop(): Promise<void>
}

const folder = '.data/bench'

/** Statements that fill an empty database. At least 2,000 clients, so that each of 1,000 therapists has an active one. */
const seedOf = (clients: number) => `
  insert into users (id, email, first_name, last_name)
    select md5('user' || n)::uuid, 'user' || n || '@example.test', 'First' || n, 'Last' || n from generate_series(1, 1020) n;
  insert into organizations (id, name, owner_id)
    select md5('org' || o)::uuid, 'Organization ' || o, md5('user' || (1000 + o))::uuid from generate_series(1, 10) o;
  insert into organization_members (organization_id, user_id, role)
    select md5('org' || o)::uuid, md5('user' || (1000 + o))::uuid, 'owner' from generate_series(1, 10) o;
  insert into organization_members (organization_id, user_id, role)
    select md5('org' || o)::uuid, md5('user' || (1010 + o))::uuid, 'supervisor' from generate_series(1, 10) o;
  insert into organization_members (organization_id, user_id, role, managed_by)
    select md5('org' || (1 + n % 10))::uuid, md5('user' || n)::uuid, 'therapist',
      case when n / 10 < 10 then md5('user' || (1011 + n % 10))::uuid end from generate_series(1, 1000) n;
  insert into clients (id, organization_id, therapist_id, first_name, last_name, email, status)
    select md5('client' || c)::uuid, md5('org' || (1 + (1 + c % 1000) % 10))::uuid, md5('user' || (1 + c % 1000))::uuid,
      'Given' || (c::bigint * 7919 % 1000), 'Family' || (c::bigint * 104729 % 100000), 'client' || c || '@example.test', case when c / 1000 % 10 = 0 then 'archived' else 'active' end
    from generate_series(1, ${clients}) c;
  insert into sessions (id, organization_id, therapist_id, client_id, date, start_time, end_time, status, setting_type)
    select md5('session' || s)::uuid, c.organization_id, c.therapist_id, c.id, date '2026-11-20' - (s % 365), '09:00', '09:50', 'completed',
      case when s % 3 = 0 then 'telehealth' else 'in-person' end
    from generate_series(1, ${clients * 10}) s join clients c on c.id = md5('client' || (1 + s % ${clients}))::uuid;
  -- 20,000 texts of 120 words from 5,000 words with a natural distribution (the n-th most frequent occurs n times less often).
  create temporary table texts on commit drop as
    select t as n, string_agg((array['ba','co','di','fu','ge','hi','jo','ka','le','mu','no','pe','qui','ro','sa','tho','u','ve','wi','xa'])[1 + k % 20]
      || (array['ran','sil','ter','mon','lar','vin','dos','pel','gar','nim','fet','bor','cus','hal','jen','kit'])[1 + k / 20 % 16]
      || (array['','e','ing','ly','o','ness','s','al','ic','um','er','a','or','en','ish','y'])[1 + k / 320], ' ') as content
    from (select t, floor(power(5000, random()))::int as k from generate_series(0, 19999) t, generate_series(1, 120) w) words group by t;
  insert into notes (session_id, organization_id, therapist_id, client_id, session_date, state, version, sections)
    select id, organization_id, therapist_id, client_id, date, 'ready', 1,
      jsonb_build_array(jsonb_build_object('title', 'Subjective', 'statements', '[]'::jsonb, 'content', 'The client slept better this week. ' || content
        -- A word in one of 16,384 notes, and one in every note from before December 2025.
        || case when n = 4711 then ' quetzal' else '' end || case when date < '2025-12-01' then ' plover' else '' end))
    from sessions join texts on texts.n = hashtext(id::text) & 16383;
  insert into note_search (session_id, organization_id, therapist_id, session_date, start_time, words)
    select s.id, s.organization_id, s.therapist_id, s.date, s.start_time, app.note_words(c.first_name, c.last_name, n.sections)
    from notes n join sessions s on s.id = n.session_id join clients c on c.id = n.client_id;
  insert into note_versions (session_id, version, organization_id, therapist_id, note_type, reason, sections, drafter)
    select session_id, 1, organization_id, therapist_id, note_type, 'drafted', sections, 'extractive' from notes;
`

export async function openBigPractice(clients = 100_000): Promise<BigPractice> {
  const config = readConfig({
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the benches only, thirty-two',
    LOG_LEVEL: 'error',
  })
  const server = await startEmbedded({ folder: join(config.DATA_DIR, 'postgres'), password: 'bench' })
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  const name = `practice_of_${clients}_3`
  const adminUrl = new URL(server.adminUrl)
  adminUrl.pathname = `/${name}`
  const isThere = (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1
  if (!isThere) {
    console.log(`Seeding ${clients} clients and ${clients * 10} sessions (once, nine seconds per 1,000 clients)…`)
    await admin.query(`create database ${name}`)
    await prepareDatabase(adminUrl.href, config)
    const seeding = new pg.Client({ connectionString: adminUrl.href })
    await seeding.connect()
    // The index is built after all rows are inserted, because updating it row by row takes half an hour.
    const index = 'note_search_words'
    const { rows } = await seeding.query<{ text: string }>(`select pg_get_indexdef('${index}'::regclass) as text`)
    await seeding.query(
      `begin; set local session_replication_role = replica; drop index ${index}; ${seedOf(clients)} commit`,
    )
    await seeding.query(`set maintenance_work_mem = '1GB'`)
    await seeding.query(rows[0]?.text ?? '')
    await seeding.query('vacuum (analyze)')
    await seeding.end()
  } else {
    await prepareDatabase(adminUrl.href, config)
  }
  const id = async (n: number) =>
    (await admin.query<{ id: string }>(`select md5('user' || $1::text)::uuid as id`, [n])).rows[0]?.id ?? ''
  const people = { therapist: await id(11), supervisor: await id(1012), owner: await id(1002) }
  const platformAdmin = await id(1)
  await admin.end()
  const urls = await findRoleUrls(adminUrl.href, config.secret)
  const postmaster = Number((await readFile(join(server.folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const databaseCpu = () => cpuOfFamily(postmaster)
  return { config, urls, adminUrl: adminUrl.href, people, platformAdmin, databaseCpu, stop: server.stop }
}
