import { sql } from 'kysely'
import type { World } from './world.ts'

/** Names of the tables, those of jobs included, that contain a word in plain text, in hexadecimal or in base64. */
export async function tablesWith({ db }: Pick<World, 'db'>, word: string): Promise<string[]> {
  const bytes = Buffer.from(word)
  const forms = [word, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)].map((form) => `%${form}%`)
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.raw(name)} t
      where to_jsonb(t)::text ilike any (${sql.val(forms)})) as found`.execute(db)
    if (rows[0]?.found) found.push(name)
  }
  return found
}
