import { sql } from 'kysely'
import type { World } from './world.ts'

/** Runs `work` while the database rejects audit events with this action. */
export async function whileEventsFail(
  { db }: Pick<World, 'db'>,
  action: string,
  work: () => Promise<void>,
): Promise<void> {
  const rule = sql.raw(`check (action <> '${action}') not valid`)
  await sql`alter table audit_events add constraint rejected_action ${rule}`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table audit_events drop constraint rejected_action`.execute(db)
  }
}
