import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#test/accounts.ts'
import { createWorld, type World } from '#test/world.ts'
import type { Head } from './head.ts'
import { type Fault, verifyTrail } from './verify.ts'

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

const verify = (anchored: readonly Head[] = []) => verifyTrail(owner, anchored)
const faultsIn = async (chain: string, anchored: readonly Head[] = []) =>
  (await verify(anchored)).faults.filter((fault) => fault.chain === chain)

/** A new user with enough activity for a chain of eight events. */
async function newChain(): Promise<string> {
  const { browser, id } = await signUp(world)
  for (let n = 0; n < 6; n++) await browser.post('/api/clients/list', {})
  expect(await lengthOf(id)).toBe(8)
  // The newest accounts are not yet expected to have a chain.
  await sql`update users set created_at = now() - interval '1 day' where id = ${id}`.execute(world.db)
  return id
}

async function lengthOf(chain: string): Promise<number> {
  return (await world.db.selectFrom('audit_events').where('chain', '=', chain).select('seq').execute()).length
}

/** Changes that someone with full access to the database could make, and the faults found for each. */
const tampering: [what: string, statement: (chain: string) => ReturnType<typeof sql>, found: Omit<Fault, 'chain'>[]][] =
  [
    [
      'a changed action',
      (chain) => sql`update audit_events set action = 'client.read' where chain = ${chain} and seq = 4`,
      [{ kind: 'changed', seq: 4 }],
    ],
    [
      'a changed actor',
      (chain) => sql`update audit_events set actor_id = gen_random_uuid() where chain = ${chain} and seq = 4`,
      [{ kind: 'changed', seq: 4 }],
    ],
    [
      'a time that was changed by a microsecond',
      (chain) => sql`update audit_events set at = at + interval '1 microsecond' where chain = ${chain} and seq = 8`,
      [{ kind: 'changed', seq: 8 }],
    ],
    [
      'changed details',
      (chain) => sql`update audit_events set details = '{"page": 2}' where chain = ${chain} and seq = 4`,
      [{ kind: 'changed', seq: 4 }],
    ],
    [
      'a removed IP address',
      (chain) => sql`update audit_events set ip_address = null where chain = ${chain} and seq = 4`,
      [{ kind: 'changed', seq: 4 }],
    ],
    [
      'an event changed together with its own hash',
      (chain) => sql`update audit_events e set action = 'client.read',
      hash = app.audit_hash(jsonb_populate_record(e, '{"action": "client.read"}')) where chain = ${chain} and seq = 4`,
      [{ kind: 'loose', seq: 5 }],
    ],
    [
      'the last event changed together with its own hash',
      (chain) => sql`update audit_events e set action = 'client.read',
      hash = app.audit_hash(jsonb_populate_record(e, '{"action": "client.read"}')) where chain = ${chain} and seq = 8`,
      [{ kind: 'changed', seq: 8 }],
    ],
    [
      'an event deleted in the middle',
      (chain) => sql`delete from audit_events where chain = ${chain} and seq = 4`,
      [{ kind: 'missing', seq: 5 }],
    ],
    [
      'events deleted at the beginning',
      (chain) => sql`delete from audit_events where chain = ${chain} and seq < 3`,
      [
        { kind: 'missing', seq: 3 },
        { kind: 'gone', seq: 1 },
      ],
    ],
    [
      'events deleted at the end',
      (chain) => sql`delete from audit_events where chain = ${chain} and seq > 6`,
      [{ kind: 'cut', seq: 6 }],
    ],
    [
      'two swapped events',
      (chain) => sql`update audit_events e set action = o.action, at = o.at, details = o.details
      from audit_events o where e.chain = ${chain} and o.chain = ${chain} and (e.seq, o.seq) in ((2, 3), (3, 2))`,
      [
        { kind: 'changed', seq: 2 },
        { kind: 'changed', seq: 3 },
      ],
    ],
    [
      'a changed head',
      (chain) => sql`update audit_heads set seq = 5 where chain = ${chain}`,
      [{ kind: 'extra', seq: 8 }],
    ],
    ['a deleted head', (chain) => sql`delete from audit_heads where chain = ${chain}`, [{ kind: 'extra', seq: 8 }]],
    [
      'all events deleted',
      (chain) => sql`delete from audit_events where chain = ${chain}`,
      [
        { kind: 'cut', seq: 0 },
        { kind: 'gone', seq: 1 },
      ],
    ],
    [
      'all events deleted with their head',
      (chain) =>
        sql`with gone as (delete from audit_events where chain = ${chain}) delete from audit_heads where chain = ${chain}`,
      [{ kind: 'gone', seq: 1 }],
    ],
  ]

describe('audit trail verification', () => {
  test('an unchanged trail is intact', async () => {
    const chain = await newChain()
    const result = await verify()
    expect(result.faults).toEqual([])
    expect(result.heads).toContainEqual({ chain, seq: 8, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(result.events).toBeGreaterThanOrEqual(8)
  })

  test.each(tampering)('the verification detects %s', async (_, statement, found) => {
    const chain = await newChain()
    await statement(chain).execute(world.db)
    expect(await faultsIn(chain)).toEqual(found.map((fault) => ({ ...fault, chain })))
  })

  test('the anchor of the last verification detects a trail that was rewritten up to its last event', async () => {
    const chain = await newChain()
    const { heads } = await verify()
    await rewrite(chain, 4)
    expect(await faultsIn(chain)).toEqual([])
    expect(await faultsIn(chain, heads)).toEqual([{ kind: 'rewritten', chain, seq: 8 }])
  })

  test('the anchor of the last verification detects a trail that was deleted with its account', async () => {
    const chain = await newChain()
    const { heads } = await verify()
    await sql`do $$ begin
      delete from audit_events where chain = '${sql.raw(chain)}'; delete from audit_heads where chain = '${sql.raw(chain)}';
      delete from auth_sessions where user_id = '${sql.raw(chain)}'; delete from auth_accounts where user_id = '${sql.raw(chain)}';
      delete from users where id = '${sql.raw(chain)}';
    end $$`.execute(world.db)
    expect(await faultsIn(chain)).toEqual([])
    expect(await faultsIn(chain, heads)).toEqual([{ kind: 'rewritten', chain, seq: 8 }])
  })

  test('a trail that grew since its last verification is intact', async () => {
    const chain = await newChain()
    const { heads } = await verify()
    const api = await world.as(chain)
    await api.clients.list({})
    expect(await lengthOf(chain)).toBe(9)
    expect(await faultsIn(chain, heads)).toEqual([])
  })

  test('fifty parallel requests create one unbroken chain', async () => {
    const chain = await newChain()
    const api = await world.as(chain)
    await Promise.all(Array.from({ length: 50 }, () => api.clients.list({})))
    expect(await lengthOf(chain)).toBe(58)
    expect(await faultsIn(chain)).toEqual([])
  })

  test('a trail whose rows were moved within the table is intact, also if an event is longer than a packet', async () => {
    const chain = await newChain()
    await sql`with caller as materialized (select set_config('app.user_id', ${chain}, true))
      insert into audit_events (action, resource_type, details)
      select 'note.read', 'note', jsonb_build_object('text', repeat('long "text" ', 50000)) from caller`.execute(
      world.db,
    )
    for (const seq of [5, 2, 1])
      await sql`update audit_events set seq = seq where chain = ${chain} and seq = ${seq}`.execute(world.db)
    expect(await faultsIn(chain)).toEqual([])
    await sql`update audit_events set ip_address = '192.0.2.1' where chain = ${chain} and seq = 9`.execute(world.db)
    expect(await faultsIn(chain)).toEqual([{ kind: 'changed', chain, seq: 9 }])
  })

  test('an event that was written twice is detected without the primary key', async () => {
    const chain = await newChain()
    await sql`alter table audit_events drop constraint audit_events_pkey`.execute(world.db)
    await sql`alter table audit_events disable trigger chain`.execute(world.db)
    await sql`insert into audit_events select * from audit_events where chain = ${chain} and seq = 4`.execute(world.db)
    expect((await faultsIn(chain)).map(({ kind, seq }) => [kind, seq])).toContainEqual(['missing', 4])
    await sql`delete from audit_events a where chain = ${chain} and seq = 4 and ctid = (select max(ctid) from audit_events
      where chain = ${chain} and seq = 4)`.execute(world.db)
    await sql`alter table audit_events enable trigger chain`.execute(world.db)
    await sql`alter table audit_events add primary key (chain, seq)`.execute(world.db)
    expect(await faultsIn(chain)).toEqual([])
  })

  test('the verification detects events whose hash another function computed', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_functiondef('app.audit_hash'::regproc) as definition`.execute(world.db)
    await sql`create or replace function app.audit_hash(e audit_events) returns bytea language sql immutable parallel safe
      as 'select sha256(e.previous_hash)'`.execute(world.db)
    const chain = await newChain()
    await sql.raw(rows[0]?.definition ?? '').execute(world.db)
    expect((await faultsIn(chain)).map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'changed'))
  })

  test('the verification detects forged events, even if another sha256 is in the search path of the hash function', async () => {
    const chain = await newChain()
    // Returns the recorded hash of the forged event and the correct hash of all others.
    await sql`create schema evil`.execute(world.db)
    await sql`create function evil.sha256(content bytea) returns bytea language sql immutable as $$
      select case when position('client.forged'::bytea in content) > 0 then decode(repeat('ab', 32), 'hex')
        else pg_catalog.sha256(content) end $$`.execute(world.db)
    await sql`alter function app.audit_hash(audit_events) set search_path = evil, pg_catalog`.execute(world.db)
    await sql`update audit_events set action = 'client.forged', hash = decode(repeat('ab', 32), 'hex')
      where chain = ${chain} and seq = 4`.execute(world.db)
    const found = await faultsIn(chain)
    await sql`alter function app.audit_hash(audit_events) reset all`.execute(world.db)
    await sql`drop schema evil cascade`.execute(world.db)
    expect(found).toEqual([
      { kind: 'changed', chain, seq: 4 },
      { kind: 'loose', chain, seq: 5 },
    ])
  })

  test('hashes of events with special characters and numbers are recomputed exactly', async () => {
    const chain = await newChain()
    const details = [
      '{"a": 1.50, "b": [true, null, 1e3], "ü": "\\u00e9"}',
      '{"text": "a\\"b\\\\c\\n\\u0001\\u007f\\u2028😀/"}',
      '{}',
    ]
    const agents = ['Mozilla "x" \\ \t\u0001\u007f\u2028 😀', '', 'Ünïcödé']
    for (const [at, value] of details.entries())
      await sql`with caller as materialized (select set_config('app.user_id', ${chain}, true), set_config('app.user_agent', ${agents[at] ?? ''}, true))
        insert into audit_events (action, resource_type, details) select 'note.read', 'note', ${value}::jsonb from caller`.execute(
        world.db,
      )
    expect(await faultsIn(chain)).toEqual([])
    expect(await lengthOf(chain)).toBe(11)
  })
})

/** Changes an event and rewrites every later hash, including the head. */
async function rewrite(chain: string, from: number): Promise<void> {
  await sql`update audit_events set action = 'client.forged' where chain = ${chain} and seq = ${from}`.execute(world.db)
  for (let seq = from; seq <= 8; seq++) {
    await sql`update audit_events e set previous_hash = p.hash from audit_events p
      where e.chain = ${chain} and e.seq = ${seq} and p.chain = e.chain and p.seq = e.seq - 1`.execute(world.db)
    await sql`update audit_events e set hash = app.audit_hash(e) where chain = ${chain} and seq = ${seq}`.execute(
      world.db,
    )
  }
  await sql`update audit_heads h set hash = e.hash from audit_events e where e.chain = h.chain and e.seq = h.seq and h.chain = ${chain}`.execute(
    world.db,
  )
}
