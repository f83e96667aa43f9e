import { sql } from 'kysely'
import type { Db } from '#server/db/tenant.ts'
import { fail } from '#server/fail.ts'

/**
 * Must be called before audio or a transcript is recorded, uploaded or imported. The database checks the permission,
 * too.
 * @throws demo_no_audio for visitors of a public demo practice
 */
export async function requireAudioAllowed({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`select app.may_upload() as may`.execute(db)
  if (rows[0]?.may !== true) fail('demo_no_audio')
}
