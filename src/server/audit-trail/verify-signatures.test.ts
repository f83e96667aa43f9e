import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSigner, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'
import { describeSignatures, verifyInTransaction, verifySignatures } from './verify-signatures.ts'

let world: World
let owner: pg.Client

beforeAll(async () => {
  world = await createWorld()
  owner = new pg.Client({ connectionString: world.urls.app_owner })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await world.close()
})

/** Two signatures, the first superseded, and two addenda: five entries of one chain. */
async function newChain() {
  const signer = await buildSigner(world)
  const sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  await signer.api.signatures.unlock({ sessionId, reason: 'A wrong date.' })
  await sign(signer.api, sessionId)
  const words = { text: 'She called.', reason: 'A call', eventDate: '2026-03-04' }
  await signer.api.signatures.addAddendum({ sessionId, kind: 'addendum', ...words, requestId: randomUUID() })
  await signer.api.signatures.addAddendum({ sessionId, kind: 'correction', ...words })
  return { chain: signer.organizationId, sessionId, signer }
}

const faultsIn = async (chain: string) =>
  (await verifySignatures(owner)).faults
    .filter((fault) => fault.chain === chain)
    .map(({ kind, seq, table }) => `${kind} ${seq} ${table}`)

/** Changes rows as someone who disabled the triggers could, and restores the triggers. */
async function tamper(tables: readonly string[], statement: ReturnType<typeof sql>) {
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(world.db)
  await statement.execute(world.db)
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(world.db)
}

test('an unchanged chain of signatures has no fault', async () => {
  const { chain } = await newChain()
  expect(await faultsIn(chain)).toEqual([])
  expect(describeSignatures({ entries: 5, faults: [] })).toEqual([
    'The signatures are whole: 5 signatures and addenda.',
  ])
})

/** SQL expressions by column type: each returns a value that differs slightly from the value of a column. */
const tamperedValues: Readonly<Record<string, (name: string) => string>> = {
  boolean: (name) => `not ${name}`,
  text: (name) =>
    `overlay(coalesce(${name}, ' ') placing (case when left(${name}, 1) = 'x' then 'y' else 'x' end) from 1 for 1)`,
  date: (name) => `coalesce(${name}, date '2026-01-01') + 1`,
  integer: (name) => `coalesce(${name}, 0) + 7`,
  uuid: (name) => `overlay(coalesce(${name}, gen_random_uuid())::text placing '000' from 34)::uuid`,
  'timestamp with time zone': (name) => `${name} + interval '1 microsecond'`,
}

test('a changed value in any column of a signature, addendum, amendment request, release or hold is found', async () => {
  const { chain, sessionId, signer } = await newChain()
  const { amendments } = signer.api
  const arrived = { receivedOn: new Date().toISOString().slice(0, 10), channel: 'phone', text: 'My name.' } as const
  const { id: amendmentId } = await amendments.log({ sessionId, requestId: randomUUID(), ...arrived })
  await amendments.deny({ amendmentId, denialReason: 'accurate', basis: 'It is her name.' })
  const { clientId } = signer
  const day = arrived.receivedOn
  const { releases } = signer.api
  await releases.log({ clientId, requestId: randomUUID(), releasedOn: day, recipient: 'Court', contents: 'Notes' })
  const { holds } = await releases.placeHold({ clientId, requestId: randomUUID(), startsOn: day, reason: 'Subpoena' })
  await releases.liftHold({ holdId: holds[0]?.id ?? '', reason: 'Closed' })
  const places = {
    note_supersessions: 2,
    note_signatures: 3,
    note_addenda: 4,
    amendment_requests: 6,
    amendment_steps: 7,
    record_releases: 8,
    legal_holds: 9,
    legal_hold_lifts: 10,
  }
  const unnoticed: string[] = []
  let changed = 0
  for (const [table, seq] of Object.entries(places)) {
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name not in ('chain', 'seq')`.execute(world.db)
    for (const { name, type } of columns) {
      const value = tamperedValues[type]?.(name)
      if (value === undefined) throw new Error(`no other value for ${type}`)
      const client = new pg.Client({ connectionString: world.urls.app_owner })
      await client.connect()
      await client.query('begin')
      await client.query(`alter table ${table} disable trigger user`)
      const { rows: checks } = await client.query<{ name: string; owner: string }>(
        `select conname as name, conrelid::regclass as owner from pg_constraint
        where (conrelid = '${table}'::regclass and contype = 'c') or ('${table}'::regclass in (conrelid, confrelid) and contype = 'f')`,
      )
      for (const check of checks) await client.query(`alter table ${check.owner} drop constraint ${check.name}`)
      await client.query(`update ${table} set ${name} = ${value} where chain = $1 and seq = $2`, [chain, seq])
      const found = (await verifyInTransaction(client)).faults.filter((fault) => fault.chain === chain)
      if (!found.some((fault) => fault.seq === seq && fault.table === table)) unnoticed.push(`${table}.${name}`)
      await client.query('rollback')
      await client.end()
      changed++
    }
  }
  expect(unnoticed).toEqual([])
  expect(changed).toBeGreaterThan(30)
})

const content: readonly [what: string, table: string, statement: (sessionId: string) => ReturnType<typeof sql>][] = [
  [
    'the text of the version',
    'note_versions',
    (id) =>
      sql`update note_versions set sections = jsonb_set(sections, '{0,content}', '"Slept badly."') where session_id = ${id}`,
  ],
  [
    'the reason of the version',
    'note_versions',
    (id) => sql`update note_versions set reason = 'restored' where session_id = ${id}`,
  ],
  [
    'the text that pages show',
    'notes',
    (id) =>
      sql`update notes set sections = jsonb_set(sections, '{0,content}', '"Slept badly."') where session_id = ${id}`,
  ],
  ['the note type that pages show', 'notes', (id) => sql`update notes set note_type = 'DAP' where session_id = ${id}`],
  ['the start of the session', 'sessions', (id) => sql`update sessions set start_time = '08:59' where id = ${id}`],
  [
    'the setting of the session',
    'sessions',
    (id) => sql`update sessions set setting_type = 'in-person' where id = ${id}`,
  ],
  [
    'a sentence that pages show',
    'notes',
    (id) =>
      sql`update notes set sections = jsonb_set(sections, '{0,statements,0,text}', '"Slept badly."') where session_id = ${id}`,
  ],
  ['the contact', 'sessions', (id) => sql`update sessions set contact = 'phone call' where id = ${id}`],
  ['the participants', 'sessions', (id) => sql`update sessions set participants = '{Kim}' where id = ${id}`],
]

test.each(content)('after signing, a change of %s is found', async (_what, table, statement) => {
  const { chain, sessionId } = await newChain()
  await tamper([table], statement(sessionId))
  expect(await faultsIn(chain)).toContain('content 3 note_signatures')
})

test('deleted entries of a chain of signatures are found', async () => {
  const { chain } = await newChain()
  await tamper(['note_addenda'], sql`delete from note_addenda where chain = ${chain} and seq = 4`)
  expect(await faultsIn(chain)).toEqual(['missing 5 note_addenda'])
  await tamper(['note_addenda'], sql`delete from note_addenda where chain = ${chain}`)
  expect(await faultsIn(chain)).toEqual(['cut 3 signature_heads'])
  const faults = (await verifySignatures(owner)).faults.filter((fault) => fault.chain === chain)
  expect(describeSignatures({ entries: 3, faults })).toEqual([
    'Signed records were tampered with (3 entries):',
    `  Entry 3 of ${chain} (signature_heads) is the last one left: later entries were deleted, or the head was changed.`,
  ])
})

test('a deleted head of a chain of signatures is found, as is a head without entries', async () => {
  const { chain } = await newChain()
  await tamper(['signature_heads'], sql`delete from signature_heads where chain = ${chain}`)
  expect(await faultsIn(chain)).toEqual(['cut 5 signature_heads'])
  const other = randomUUID()
  const head = sql`insert into signature_heads (chain, seq, sha256) values (${other}, 2, ${'0'.repeat(64)})`
  await tamper(['signature_heads'], head)
  expect(await faultsIn(other)).toEqual(['cut 0 signature_heads'])
})
