import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import type { DB } from '#server/db/types.ts'

/** Rows of one therapist's demo data. Where a column is missing in the first row it keeps its default in all. */
export interface DemoRows {
  clients: Insertable<DB['clients']>[]
  session_series: Insertable<DB['session_series']>[]
  sessions: Insertable<DB['sessions']>[]
  session_progress: Insertable<DB['session_progress']>[]
  recordings: Insertable<DB['recordings']>[]
  transcripts: Insertable<DB['transcripts']>[]
  notes: Insertable<DB['notes']>[]
  note_versions: Insertable<DB['note_versions']>[]
  audit_events: Insertable<DB['audit_events']>[]
}

/** In the order in which rows refer to each other. */
const tables = [
  'clients',
  'session_series',
  'sessions',
  'session_progress',
  'recordings',
  'transcripts',
  'notes',
  'note_versions',
  'audit_events',
] as const satisfies readonly (keyof DemoRows)[]

/** Writes everything in one statement a table; row-level security holds for each row as for any other. */
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

/** Keeps a second preparation waiting until this transaction ends. */
export async function lockDemo(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('attend demo'))`.execute(db)
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

export interface Founding {
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
    defaultNoteType: string
    managedBy: string | null
  }[]
}

/** Accounts without a password, and the organization they are in. Does nothing where they are already. */
export async function foundPractice(db: Db, founding: Founding): Promise<void> {
  await sql`select app.found_demo_practice(${JSON.stringify(founding)}::jsonb)`.execute(db)
}

/** From now on the demo practice can be entered. */
export async function openPractice(db: Db): Promise<void> {
  await sql`select app.open_demo_practice()`.execute(db)
}

/** Whom a visitor signs in as; null until the practice is prepared. */
export async function findDemoOwner(db: Db): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.demo_owner() as id`.execute(db)
  return rows[0]?.id ?? null
}
