import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

/** Rows of one therapist's demo data. If the first row has no value for a column, all rows get the column's default. */
export interface DemoRows {
  clients: Insertable<DB['clients']>[]
  session_series: Insertable<DB['session_series']>[]
  sessions: Insertable<DB['sessions']>[]
  session_progress: Insertable<DB['session_progress']>[]
  recordings: Insertable<DB['recordings']>[]
  transcripts: Insertable<DB['transcripts']>[]
  notes: Insertable<DB['notes']>[]
  note_versions: Insertable<DB['note_versions']>[]
  note_review_items: Insertable<DB['note_review_items']>[]
  audit_events: Insertable<DB['audit_events']>[]
}

/** The tables in the order that foreign keys require. */
const tables = [
  'clients',
  'session_series',
  'sessions',
  'session_progress',
  'recordings',
  'transcripts',
  'notes',
  'note_versions',
  'note_review_items',
  'audit_events',
] as const satisfies readonly (keyof DemoRows)[]

/** Inserts all rows, one statement per table. Row-level security applies to each row. */
export async function insertRows(db: Db, rows: DemoRows): Promise<void> {
  for (const table of tables) {
    const [first] = rows[table]
    if (!first) continue
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows[table])}::jsonb)`.execute(
      db,
    )
  }
}

const demoLock = sql`hashtext('attend demo')`

/** Blocks a parallel preparation until this transaction ends. */
export async function lockDemo(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${demoLock})`.execute(db)
}

/** As `lockDemo`, without waiting. Returns false while another transaction holds the lock. */
export async function tryLockDemo(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${demoLock}) as "isLocked"`.execute(db)
  return rows[0]?.isLocked === true
}

export async function hasClients(db: Db, therapistId: string): Promise<boolean> {
  const found = await db
    .selectFrom('clients')
    .where('therapist_id', '=', therapistId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export interface NewPractice {
  id: string
  name: string
  timeZone: string
  people: readonly {
    id: string
    email: string
    firstName: string
    lastName: string
    role: string
    licenseType: string
    credentials: string
    isPrelicensed?: boolean
    defaultNoteType: string
    managedBy: string | null
  }[]
}

/** Creates the practice and the accounts of its members, without passwords. Does nothing if they exist. */
export async function createPractice(db: Db, practice: NewPractice): Promise<void> {
  await sql`select app.create_demo_practice(${JSON.stringify(practice)}::jsonb)`.execute(db)
}

/** Allows visitors to enter the demo practice. */
export async function openPractice(db: Db): Promise<void> {
  await sql`select app.open_demo_practice()`.execute(db)
}

/** Finds the user that visitors sign in as; null until the practice is prepared. */
export async function findDemoOwner(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.demo_owner() as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Lists the sessions of the user's drafted notes without open review items, newest first. */
export async function listReviewed(db: Db, therapistId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notes')
    .innerJoin('sessions', 'sessions.id', 'notes.session_id')
    .where('notes.therapist_id', '=', therapistId)
    .where('notes.status', '=', 'draft')
    .where('notes.state', '=', 'ready')
    .where('notes.to_review_count', '=', 0)
    .select('notes.session_id')
    .orderBy('sessions.date', 'desc')
    .orderBy('sessions.start_time', 'desc')
    .execute()
  return rows.map((row) => row.session_id)
}

export async function hasSigned(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('note_signatures')
    .where('signer_id', '=', userId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
