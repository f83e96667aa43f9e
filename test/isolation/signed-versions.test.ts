import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClinic, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { createWorld, type World } from '#test/world.ts'
import { connectAs, type RoleConnection } from './as-role.ts'

let world: World
let clinic: Clinic
let roles: Record<'app_web' | 'app_worker', RoleConnection>
beforeAll(async () => {
  world = await createWorld()
  clinic = await buildClinic(world)
  roles = { app_web: await connectAs(world, 'app_web'), app_worker: await connectAs(world, 'app_worker') }
})
afterAll(async () => {
  await Promise.all(Object.values(roles).map((role) => role.close()))
  await world.close()
})

/** The steps after a signature, by the state that they lead to. */
const states: Readonly<Record<string, (sessionId: string) => Promise<unknown>>> = {
  'awaits a co-signature': async () => undefined,
  'was co-signed': async (sessionId) => {
    const { signatures } = await clinic.apis.associate.signatures.get({ sessionId })
    const contentSha256 = signatures[0]?.contentSha256 ?? ''
    await clinic.apis.supervisor.cosign.sign({ sessionId, version: 1, contentSha256, wasPresent: false })
  },
  'was returned': async (sessionId) => {
    const comment = { sessionId, version: 1, section: 'Plan', sentence: 0, text: 'Please write why.' }
    await clinic.apis.supervisor.cosign.comment(comment)
    await clinic.apis.supervisor.cosign.return({ sessionId, version: 1 })
  },
  'was unlocked': (sessionId) => clinic.apis.associate.signatures.unlock({ sessionId, reason: 'A wrong word.' }),
}

/** Changes of the signed version, its facts and its signature. */
const changeStatements = (id: string): string[] => [
  `update note_versions set sections = '[]' where session_id = '${id}' and version = 1`,
  `update note_versions set note_type = 'DAP' where session_id = '${id}' and version = 1`,
  `update note_versions set author_id = null where session_id = '${id}' and version = 1`,
  `update note_versions set version = 9 where session_id = '${id}' and version = 1`,
  `delete from note_versions where session_id = '${id}' and version = 1`,
  ...['note_signatures', 'note_supersessions', 'note_comments'].flatMap((table) => [
    `update ${table} set session_id = session_id where session_id = '${id}'`,
    `delete from ${table} where session_id = '${id}'`,
  ]),
  `update sessions set date = date - 1 where id = '${id}'`,
  `update sessions set start_time = '08:00' where id = '${id}'`,
  `update sessions set end_time = '22:00' where id = '${id}'`,
  `update sessions set type = 'Couple' where id = '${id}'`,
  `update sessions set setting_type = case setting_type when 'telehealth' then 'in-person' else 'telehealth' end where id = '${id}'`,
  `update sessions set participants = '{Kim}' where id = '${id}'`,
  `update sessions set contact = 'phone call' where id = '${id}'`,
  `update sessions set rendered_by = '${clinic.ids.supervisor}' where id = '${id}'`,
  `update notes set status = case status when 'draft' then 'signed' else 'draft' end where session_id = '${id}'`,
  `delete from notes where session_id = '${id}'`,
  `delete from sessions where id = '${id}'`,
]

describe.each(Object.keys(states))('the signed version of a note that %s', (state) => {
  test('app_web and app_worker cannot change or delete a signed version for its author, supervisor or owner', async () => {
    const sessionId = await buildSignedNote(world, clinic)
    await states[state]?.(sessionId)
    const succeeded: string[] = []
    for (const [name, role] of Object.entries(roles))
      for (const userId of [clinic.ids.associate, clinic.ids.supervisor, clinic.ids.owner])
        for (const statement of changeStatements(sessionId)) {
          if ((await role.outcome(userId, statement)) !== 'done') continue
          if ((await role.as(userId, statement)).rowCount !== 0) succeeded.push(`${name}: ${statement}`)
        }
    expect(succeeded).toEqual([])
    const { signatures } = await clinic.apis.associate.signatures.get({ sessionId })
    expect(signatures.every(({ isIntact }) => isIntact)).toBe(true)
  })
})
