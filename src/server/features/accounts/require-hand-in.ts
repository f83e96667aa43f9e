import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'

/**
 * Before something is recorded, uploaded or imported. The database refuses it, too.
 * @throws demo_no_audio for visitors of a demo practice that is open to everybody
 */
export async function requireHandIn({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`select app.may_hand_in() as may`.execute(db)
  if (rows[0]?.may !== true) fail('demo_no_audio')
}
