import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, refused, type RoleConnection } from './as-role.ts'

let world: World
let payments: RoleConnection

beforeAll(async () => {
  world = await createWorld()
  payments = await connectAs(world, 'app_payments')
})
afterAll(async () => {
  await payments.close()
  await world.close()
})

async function lines(query: ReturnType<typeof sql<{ line: string }>>): Promise<string[]> {
  return (await query.execute(world.db)).rows.map((row) => row.line)
}

describe('the data of the payments sandbox', () => {
  const tables = ['test_payments.objects', 'test_payments.answers']

  test.each(['app_web', 'app_worker', 'app_auth'] as const)(
    'the data of the payments sandbox is closed to %s',
    async (role) => {
      const connection = await connectAs(world, role)
      for (const table of tables)
        for (const attempt of [`select from ${table}`, `delete from ${table}`, `insert into ${table} default values`])
          expect([attempt, await connection.outcome(null, attempt)]).toEqual([attempt, refused])
      await connection.close()
    },
  )

  test('tables of the payments sandbox have row-level security, and their role has exactly the expected rights', async () => {
    const open = await lines(sql`select relname as line from pg_class c
      where relnamespace = 'test_payments'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = c.oid))`)
    expect(open).toEqual([])
    const granted =
      await lines(sql`select privilege_type || ' ' || string_agg(table_name, ', ' order by table_name) as line
      from information_schema.table_privileges where table_schema = 'test_payments' and grantee not in ('app_owner', 'app_backup')
      group by privilege_type order by privilege_type`)
    expect(granted).toEqual(['DELETE answers, objects', 'INSERT answers, objects', 'SELECT answers, objects'])
    const changed = await lines(sql`select table_name || '.' || column_name as line
      from information_schema.column_privileges
      where table_schema = 'test_payments' and privilege_type = 'UPDATE' and grantee <> 'app_owner' order by 1`)
    expect(changed).toEqual(['answers.answer', 'objects.data'])
  })
})

describe('app_payments', () => {
  test('app_payments sees no other table', async () => {
    const seen = await lines(sql`select format('%I.%I', nspname, relname) as line
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm') and nspname not in ('pg_catalog', 'information_schema', 'test_payments')
        and has_schema_privilege('app_payments', n.oid, 'usage') and has_any_column_privilege('app_payments', c.oid, 'select')`)
    expect(seen).toEqual([])
    for (const attempt of ['select from public.users', 'select from public.clients', 'select from pgboss.job'])
      expect([attempt, await payments.outcome(null, attempt)]).toEqual([attempt, refused])
  })

  test('app_payments cannot call functions of the application or change its own tables’ definitions', async () => {
    for (const attempt of [
      `select app.enter_session('token', '127.0.0.1', 'test')`,
      'select app.enter_user(gen_random_uuid())',
      'truncate test_payments.objects',
      'drop table test_payments.objects',
      'alter table test_payments.objects disable row level security',
      `update test_payments.objects set customer_id = 'cus_other'`,
      `update test_payments.answers set request = 'other'`,
      'create table test_payments.more (id int)',
      'create schema mine',
      'set role app_owner',
      'set role app_web',
      `copy test_payments.objects to program 'cat'`,
    ])
      expect([attempt, await payments.outcome(null, attempt)]).toEqual([attempt, refused])
  })
})
