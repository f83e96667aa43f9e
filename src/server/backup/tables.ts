import type pg from 'pg'

/** The schemas of a backup. Leaves out `installation`, whose check values are in the manifest. */
const schemas = ['migrations', 'pgboss', 'public', 'test_payments']

export interface Table {
  /** The quoted name, with its schema. */
  name: string
  /** Quoted names of the columns, without generated columns. */
  columns: string[]
}

/**
 * All ordinary tables (no views), for `app_backup`.
 * @throws Error if row-level security hides rows of a table
 */
export async function listOpenTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace,
       lateral (select array_agg(p) as applying, count(*) from pg_policy p where polrelid = c.oid and polcmd in ('r', '*')
         and exists (select from unnest(polroles) role where role = 0 or pg_has_role(role, 'usage'))) policies
     where nspname = any ($1) and relkind = 'r' and relrowsecurity and (
       not exists (select from unnest(applying) where polpermissive and pg_get_expr(polqual, polrelid) = 'true')
       or exists (select from unnest(applying) where not polpermissive))
     order by 1`,
    [schemas],
  )
  if (rows.length > 0)
    throw new Error(
      `Row-level security hides rows of ${rows.map(({ name }) => name).join(', ')} from backups. Restart Attend, then try again.`,
    )
  return listTables(client)
}

/** All ordinary tables (no views), by name. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name,
       array(select quote_ident(attname) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = any ($1) and relkind = 'r'
     order by 1`,
    [schemas],
  )
  return rows
}

/** Sequences with their last value; not those that were never used. */
export async function readSequences(client: pg.ClientBase): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = any ($1) and last_value is not null order by 1`,
    [schemas],
  )
  return rows
}
