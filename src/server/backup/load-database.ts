import type pg from 'pg'
import { withOwnRoles } from '#server/db/roles.ts'
import { withClient } from '#server/postgres/connection.ts'
import { decompressed } from './compression.ts'
import type { Manifest } from './manifest.ts'
import { digestRows, loadRows, textFormatSettings } from './rows.ts'
import { listTables, type Table } from './tables.ts'

export interface LoadOptions {
  /** Connects as app_owner. */
  ownerUrl: string
  suffix: string
  manifest: Manifest
  /** The database file of the backup. */
  content: AsyncIterable<Uint8Array>
  /** Drops the tables of the database first. */
  replace: boolean
}

/**
 * Creates the tables of a backup and inserts its rows, in one transaction. Then reads every table again and compares it with the
 * manifest.
 * @throws Error that names the tables that differ; the database is unchanged then
 */
export async function loadDatabase({ ownerUrl, suffix, manifest, content, replace }: LoadOptions): Promise<void> {
  await withClient(ownerUrl, async (owner) => {
    await owner.query('begin')
    if (replace) await dropTables(owner)
    for (const text of manifest.schema) await owner.query(withOwnRoles(text, suffix))
    await owner.query(withoutTransaction(manifest.queueSchema))
    await owner.query(textFormatSettings)
    const tables = await listTables(owner)
    requireSameTables(manifest.tables, tables)
    const close = await openToLoad(owner, tables)
    await loadRows(owner, manifest.tables, decompressed(content))
    for (const { name, value } of manifest.sequences) await owner.query('select setval($1, $2, true)', [name, value])
    await requireSameRows(owner, manifest.tables)
    await close()
    await owner.query('commit')
    await owner.query(`analyze ${tables.map(({ name }) => name).join(', ')}`)
  })
}

async function dropTables(owner: pg.ClientBase): Promise<void> {
  await owner.query('drop schema if exists app, test_payments, migrations, pgboss cascade')
  for (const [kind, letter] of [
    ['table', 'r'],
    ['sequence', 'S'],
  ]) {
    const { rows } = await owner.query<{ name: string }>(
      `select format('public.%I', relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = $1 and relowner = current_user::regrole`,
      [letter],
    )
    if (rows.length > 0) await owner.query(`drop ${kind} ${rows.map(({ name }) => name).join(', ')} cascade`)
  }
}

/** Removes BEGIN and COMMIT from the queue's SQL, because a restore runs it in a longer transaction. */
function withoutTransaction(text: string): string {
  return text.replaceAll(/^\s*(?:BEGIN|COMMIT);$/gm, '')
}

function requireSameTables(expected: readonly Table[], found: readonly Table[]): void {
  const describe = (tables: readonly Table[]) => tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`)
  const [wanted, have] = [describe(expected), describe(found)]
  const differing = [...wanted.filter((one) => !have.includes(one)), ...have.filter((one) => !wanted.includes(one))]
  if (differing.length > 0) throw new Error(`These tables differ from those of the backup: ${differing.join('; ')}.`)
}

/**
 * Suspends triggers, foreign keys and forced row-level security, and empties the tables. The returned function restores triggers,
 * keys and forced row-level security; PostgreSQL then checks every foreign key.
 */
async function openToLoad(owner: pg.ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const { rows: keys } = await owner.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any ($1::regclass[])`,
    [names],
  )
  const { rows: forced } = await owner.query<{ name: string }>(
    'select oid::regclass::text as name from pg_class where relforcerowsecurity and oid = any ($1::regclass[])',
    [names],
  )
  for (const key of keys) await owner.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const { name } of forced) await owner.query(`alter table ${name} no force row level security`)
  for (const name of names) await owner.query(`alter table ${name} disable trigger user`)
  await owner.query(`truncate ${names.join(', ')}`)
  return async () => {
    for (const name of names) await owner.query(`alter table ${name} enable trigger user`)
    // The check of a foreign key reads as the owner of the table, so row-level security is forced after it.
    for (const key of keys) await owner.query(`alter table ${key.table} add constraint ${key.name} ${key.definition}`)
    for (const { name } of forced) await owner.query(`alter table ${name} force row level security`)
  }
}

async function requireSameRows(owner: pg.ClientBase, expected: Manifest['tables']): Promise<void> {
  const differing: string[] = []
  for (const table of expected) {
    const found = await digestRows(owner, table)
    if (found.rows !== table.rows) differing.push(`${table.name} has ${found.rows} rows instead of ${table.rows}`)
    else if (found.sha256 !== table.sha256) differing.push(`${table.name} has other contents`)
  }
  if (differing.length > 0) throw new Error(`The restored rows differ from the backup: ${differing.join('; ')}.`)
}
