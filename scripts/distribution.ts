import type pg from 'pg'

// A distributed table needs its distribution column in every row and in every primary and unique key.
const statement = `
  with tables as (
    select c.oid, c.relname as name, a.attnum, coalesce(a.attnotnull, false) as "isRequired",
      (select bool_and(a.attnum = any (i.indkey)) from pg_index i where i.indrelid = c.oid and i.indisunique) as "isInKeys"
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  )
  select name, attnum is not null as "hasColumn", "isRequired", coalesce("isInKeys", false) as "isInKeys",
    (select count(*)::int from pg_constraint f join tables other on other.oid = f.confrelid
      where f.contype = 'f' and f.conrelid = t.oid and other.attnum is null and other.oid <> t.oid) as "outside"
  from tables t order by name`

interface Table {
  name: string
  hasColumn: boolean
  isRequired: boolean
  isInKeys: boolean
  /** Foreign keys to tables without `organization_id`. */
  outside: number
}

const kinds: readonly (readonly [title: string, isOf: (table: Table) => boolean])[] = [
  ['always, and in every key', (table) => table.isRequired && table.isInKeys],
  ['always, but not in every key', (table) => table.isRequired && !table.isInKeys],
  ['optional', (table) => table.hasColumn && !table.isRequired],
  ['none', (table) => !table.hasColumn],
]

/** Lists the tables, as Markdown, by whether their rows could be distributed by organization. */
export async function describeDistribution(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Table>(statement)
  const lines = kinds.map(([title, isOf]) => {
    const tables = rows.filter(isOf)
    const outside = tables.filter((table) => table.hasColumn && table.outside > 0).length
    return `| ${title} | ${tables.length} | ${outside} | ${tables.map(({ name }) => `\`${name}\``).join(', ')} |`
  })
  return [
    '| `organization_id` | tables | with a foreign key to a table without it | names |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}
