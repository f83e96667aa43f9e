import type pg from 'pg'
import { wordsOf } from './policy-words.ts'

const roles = ['app_web', 'app_worker', 'app_auth', 'app_admin', 'app_payments'] as const
const verbs = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
const verbWords = { SELECT: 'read', INSERT: 'insert', UPDATE: 'change', DELETE: 'delete' } as const

interface Grant {
  table: string
  role: string
  verb: (typeof verbs)[number]
  /** Null for the whole table. */
  columns: string | null
}

interface Policy {
  table: string
  isPermissive: boolean
  verb: string
  roles: string[]
  qual: string | null
  check: string | null
}

/** Names the granted columns or those without a grant, whichever are fewer, so that a new column seldom changes the page. */
const grantsQuery = `
  with tables as (
    select c.oid, case nspname when 'public' then '' else nspname || '.' end || relname as name, relacl
    from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'test_payments') and relkind = 'r'),
  columns as (select attrelid, attnum, attname, attacl from pg_attribute where attnum > 0 and not attisdropped),
  by_column as (
    select oid, name, grantee::regrole::text as role, privilege_type as verb, array_agg(attnum) as granted,
      string_agg(attname, ', ' order by attnum) as list
    from tables join columns on attrelid = oid, aclexplode(attacl) group by 1, 2, 3, 4)
  select name as table, grantee::regrole::text as role, privilege_type as verb, null as columns from tables, aclexplode(relacl)
  union all
  select name, role, verb, (
    select case when count(*) < cardinality(granted) then 'all but ' || string_agg(attname, ', ' order by attnum) else list end
    from columns where attrelid = oid and attnum <> all (granted))
  from by_column
  order by 1, 2, 3`

const policiesQuery = `
  select case schemaname when 'public' then '' else schemaname || '.' end || tablename as table, permissive = 'PERMISSIVE' as "isPermissive",
    cmd as verb, roles::text[] as roles, pg_get_expr(polqual, polrelid, true) as qual, pg_get_expr(polwithcheck, polrelid, true) as check
  from pg_policies join pg_policy on polname = policyname and polrelid = format('%I.%I', schemaname, tablename)::regclass
  order by pg_policy.oid`

/** Lists for each table which role may do what with which rows, as Markdown. */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  const granted = (await client.query<Grant>(grantsQuery)).rows.map((row) => ({
    ...row,
    role: withoutSuffix(row.role),
  }))
  const limits = (await client.query<Policy>(policiesQuery)).rows.map((row) => ({
    ...row,
    roles: row.roles.map(withoutSuffix),
  }))
  const open = granted.filter((row) => roles.some((role) => role === row.role))
  const tables = [...new Set(granted.map((row) => row.table))]
  const closed = [...new Set(limits.map((row) => row.table))].filter(
    (table) => !open.some((row) => row.table === table),
  )
  const parts = tables
    .filter((table) => open.some((row) => row.table === table))
    .map((table) => describeTable(table, open, limits))
  return [
    ...parts,
    '### No access',
    `No role of the application has a right on these tables; only functions of the database use them: ${closed.toSorted().join(', ')}.`,
  ].join('\n\n')
}

function describeTable(table: string, granted: readonly Grant[], limits: readonly Policy[]): string {
  const lines = new Map<string, string[]>()
  for (const verb of verbs) {
    for (const role of roles) {
      const grants = granted.filter((row) => row.table === table && row.role === role && row.verb === verb)
      if (grants.length === 0) continue
      const columns = grants.some((row) => row.columns === null) ? 'all' : grants.map((row) => row.columns).join(', ')
      const line = `${verbWords[verb]} | ${columns} | ${describeRows(table, role, verb, limits)}`
      lines.set(line, [...(lines.get(line) ?? []), role])
    }
  }
  const rows = [...lines].map(([line, holders]) => `| ${holders.join(', ')} | ${line} |`)
  return [`### ${table}`, '', '| role | may | columns | rows |', '|---|---|---|---|', ...rows].join('\n')
}

function describeRows(table: string, role: string, verb: string, limits: readonly Policy[]): string {
  const policies = limits.filter(
    (row) =>
      row.table === table &&
      (row.verb === 'ALL' || row.verb === verb) &&
      (row.roles.includes(role) || row.roles.includes('public')),
  )
  const conditions = (isPermissive: boolean) => {
    const chosen = policies.filter((row) => row.isPermissive === isPermissive)
    return [...new Set(chosen.map((row) => wordsOf((verb === 'INSERT' ? row.check : row.qual) ?? row.qual ?? 'true')))]
  }
  const allowed = conditions(true)
  const required = conditions(false).filter((condition) => condition !== 'all rows')
  if (allowed.length === 0) return 'none: no policy allows it'
  return [allowed.join(', or '), ...required].join('; **and** ')
}

/** The role without the suffix of its database. */
function withoutSuffix(role: string): string {
  return role.replace(/_\d+$/, '')
}
