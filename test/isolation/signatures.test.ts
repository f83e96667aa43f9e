import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSigner, sign } from '#test/signing.ts'
import type { World } from '#test/world.ts'
import { connectAs, createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let web: RoleConnection
let worker: RoleConnection
let owner: RoleConnection
let close: () => Promise<void>
let signer: Awaited<ReturnType<typeof buildSigner>>
let sessionId: string

beforeAll(async () => {
  ;({ world, web, worker, owner, close } = await createRoleWorld())
  signer = await buildSigner(world)
  sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  await signer.api.signatures.addAddendum({
    sessionId,
    kind: 'addendum',
    text: 'She called.',
    reason: 'A call',
    eventDate: null,
  })
})
afterAll(() => close())

/** SQL statements that change or delete what was signed. */
const changeStatements = (id: string): string[] => [
  `update notes set sections = '[]' where session_id = '${id}'`,
  `update notes set note_type = 'DAP' where session_id = '${id}'`,
  `update notes set version = 2 where session_id = '${id}'`,
  `update notes set safety_dismissals = '[]' where session_id = '${id}'`,
  `update notes set state = 'generating' where session_id = '${id}'`,
  `update note_versions set sections = '[]' where session_id = '${id}'`,
  `update note_versions set note_type = 'DAP' where session_id = '${id}'`,
  `update note_signatures set signer_name = 'Someone else' where session_id = '${id}'`,
  `update note_addenda set text = 'Nothing.' where session_id = '${id}'`,
  `update sessions set date = date - 1 where id = '${id}'`,
  `update sessions set start_time = '08:00' where id = '${id}'`,
  `update sessions set type = 'Couple' where id = '${id}'`,
  `update sessions set participants = '{Kim}' where id = '${id}'`,
  `update sessions set contact = 'phone call' where id = '${id}'`,
  `delete from notes where session_id = '${id}'`,
  `delete from note_versions where session_id = '${id}'`,
  `delete from note_signatures where session_id = '${id}'`,
  `delete from note_addenda where session_id = '${id}'`,
  `truncate note_signatures cascade`,
  `truncate note_supersessions`,
  `truncate note_addenda`,
  `truncate notes cascade`,
]

/** SQL statements with changes that only the functions of signatures may make. */
const forbiddenStatements = (id: string, userId: string): string[] => [
  `update notes set status = 'draft' where session_id = '${id}'`,
  `update notes set signed_at = null where session_id = '${id}'`,
  `insert into note_supersessions (signature_id, session_id, kind, reason, superseded_by)
     select id, session_id, 'unlocked', 'None.', '${userId}' from note_signatures where session_id = '${id}'`,
  `insert into note_addenda (session_id, number, kind, text, reason, author_id, author_name, credentials, license_number, license_state, time_zone, auth_method)
     values ('${id}', 9, 'addendum', 'None.', 'None.', '${userId}', 'Me', 'MD', '', '', 'UTC', 'password')`,
  `insert into note_signatures (session_id, version, role, signer_id, signer_name, credentials, license_number, license_state, time_zone, attestation_text, auth_method, content_sha256)
     values ('${id}', 1, 'cosigner', '${userId}', 'Me', 'MD', '', '', 'UTC', 'Mine.', 'password', '')`,
  `update signature_heads set seq = 0`,
]

/** Either an error, or no row changed. */
async function changesNothing(role: RoleConnection, statement: string): Promise<boolean> {
  if ((await role.outcome(signer.userId, statement)) !== 'done') return true
  return (await role.as(signer.userId, statement)).rowCount === 0
}

describe('a signed note', () => {
  test.each(['app_web', 'app_worker'] as const)(
    '%s cannot change or delete a signed note, even for its author',
    async (name) => {
      const role = name === 'app_web' ? web : worker
      const succeeded: string[] = []
      for (const statement of [...changeStatements(sessionId), ...forbiddenStatements(sessionId, signer.userId)])
        if (!(await changesNothing(role, statement))) succeeded.push(statement)
      expect(succeeded).toEqual([])
    },
  )

  test.each([
    ['app_auth', refused],
    ['app_admin', refused],
    // This role has no right to the schema, so it finds no table.
    ['app_payments', '42P01'],
  ] as const)('%s cannot change or delete a signed note', async (name, outcome) => {
    const role = await connectAs(world, name)
    const statements = [...changeStatements(sessionId), ...forbiddenStatements(sessionId, signer.userId)]
    const outcomes = new Set<string>()
    for (const statement of statements) outcomes.add(await role.outcome(null, statement))
    await role.close()
    expect([...outcomes]).toEqual([outcome])
  })

  test('neither the owner of the tables nor a superuser can change a signed note while the triggers are enabled', async () => {
    const succeeded: string[] = []
    for (const statement of changeStatements(sessionId)) {
      const rows = await owner.as(null, statement).then(
        ({ rowCount }) => rowCount,
        () => 0,
      )
      const isDone = await sql
        .raw(statement)
        .execute(world.db)
        .then(
          () => true,
          () => false,
        )
      if (rows !== 0 || isDone) succeeded.push(statement)
    }
    expect(succeeded).toEqual([])
  })

  test('the signatures of a note are visible to its readers only', async () => {
    const stranger = await buildSigner(world)
    const count = async (userId: string, table: string) =>
      (await web.as(userId, `select from ${table} where session_id = '${sessionId}'`)).rowCount
    for (const table of ['note_signatures', 'note_addenda']) {
      expect(await count(signer.userId, table)).toBe(1)
      expect(await count(stranger.userId, table)).toBe(0)
      expect(await worker.outcome(signer.userId, `select from ${table}`)).toBe(refused)
    }
  })

  test('the functions of signatures reject other users', async () => {
    const stranger = await buildSigner(world)
    const returned = async (call: string) => (await web.as(stranger.userId, `select ${call} as code`)).rows[0]?.['code']
    expect(await returned(`app.sign_note('${sessionId}', 1, '', '')`)).toBe('not_allowed')
    expect(await returned(`app.unlock_note('${sessionId}', 'Mine.')`)).toBe('not_allowed')
    expect(await returned(`app.add_addendum('${sessionId}', 'addendum', 'Mine.', 'Mine.', null)`)).toBe('not_allowed')
  })
})
