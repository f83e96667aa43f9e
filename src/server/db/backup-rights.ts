import type pg from 'pg'
import { withOwnRoles } from './roles.ts'

/**
 * The schemas that migrations fill. `showChecks` grants the schema `installation`, and jobs/queue-schema.ts the tables of
 * the queue.
 */
const schemas = ['public', 'test_payments', 'migrations']

/**
 * Lets `app_backup` read every row of every table, and nothing else (decision 0069). Runs at every start, so that backups
 * include new tables. `app_owner` has no such policy, because its functions must not read every record.
 */
export async function openToBackup(owner: pg.ClientBase, suffix: string): Promise<void> {
  const list = schemas.join(', ')
  await owner.query(
    withOwnRoles(
      `grant usage on schema test_payments, migrations to app_backup;
       grant select on all tables in schema ${list} to app_backup;
       grant select on all sequences in schema ${list} to app_backup`,
      suffix,
    ),
  )
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = any ($1) and relkind in ('r', 'p') and relrowsecurity
       and not exists (select from pg_policy where polrelid = c.oid and polname = 'backup')
     order by 1`,
    [schemas],
  )
  for (const { name } of rows)
    await owner.query(withOwnRoles(`create policy backup on ${name} for select to app_backup using (true)`, suffix))
}
