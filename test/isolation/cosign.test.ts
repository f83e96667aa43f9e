import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember } from '#test/build.ts'
import { buildClinic, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import type { World } from '#test/world.ts'
import { createRoleWorld, refused, type RoleConnection } from './as-role.ts'

let world: World
let clinic: Clinic
let web: RoleConnection
let worker: RoleConnection
let close: () => Promise<void>
let sessionId: string
let sha256: string
let stranger: string

beforeAll(async () => {
  ;({ world, web, worker, close } = await createRoleWorld())
  clinic = await buildClinic(world)
  sessionId = await buildSignedNote(world, clinic)
  stranger = (await buildMember(world, { role: 'supervisor' })).userId
  const { supervisor } = clinic.apis
  const { version, contentSha256 } = await supervisor.cosign.get({ sessionId })
  sha256 = contentSha256
  await supervisor.cosign.comment({ sessionId, version, section: 'Subjective', sentence: 0, text: 'Since when?' })
})
afterAll(() => close())

/** The result of a function in the first column of its row. */
async function resultOf(userId: string | null, text: string, values: readonly unknown[]): Promise<unknown> {
  const { rows } = await web.as(userId, [text, values])
  return rows[0]?.result
}

const cosignNote = 'select app.cosign_note($1, 1, $2, $3) as result'
const returnNote = 'select app.return_note($1, 1) as result'

describe('comments on notes', () => {
  test('comments on a note are read by its readers and its co-signer only', async () => {
    const { owner, supervisor, otherSupervisor, associate } = clinic.ids
    for (const [person, count] of [
      [associate, 1],
      [supervisor, 1],
      [owner, 1],
      [otherSupervisor, 0],
      [stranger, 0],
      [null, 0],
    ] as const)
      expect([person, (await web.as(person, 'select from note_comments')).rowCount]).toEqual([person, count])
    expect(await worker.outcome(associate, 'select from note_comments')).toBe(refused)
  })

  test('comments on notes cannot be inserted, changed or deleted by app_web or app_worker', async () => {
    const { supervisor, associate } = clinic.ids
    for (const connection of [web, worker]) {
      for (const person of [supervisor, associate]) {
        for (const statement of [
          `update note_comments set text = 'x'`,
          'delete from note_comments',
          `insert into note_comments (session_id, organization_id, version, section, sentence, quote, author_id, author_name, credentials, text)
            select session_id, organization_id, version, section, sentence, quote, author_id, author_name, credentials, text from note_comments`,
        ])
          expect(await connection.outcome(person, statement)).toBe(refused)
      }
    }
    await expect(world.db.deleteFrom('note_comments').execute()).rejects.toMatchObject({ code: '55000' })
    await expect(world.db.updateTable('note_comments').set({ text: 'x' }).execute()).rejects.toMatchObject({
      code: '55000',
    })
  })
})

describe('assignments of co-signers', () => {
  test('assignments of co-signers are closed to app_web and app_worker', async () => {
    for (const connection of [web, worker]) {
      for (const statement of [
        'select from cosign_assignments',
        `insert into cosign_assignments (session_id, assigned_to, assigned_by) values ('${sessionId}', '${clinic.ids.associate}', '${clinic.ids.owner}')`,
        `update cosign_assignments set assigned_to = '${clinic.ids.associate}'`,
        'delete from cosign_assignments',
      ])
        expect(await connection.outcome(clinic.ids.owner, statement)).toBe(refused)
    }
  })

  test('only the owner assigns a co-signer, and never the author', async () => {
    const assign = 'select app.assign_cosigner($1, $2) as result'
    const { owner, supervisor, otherSupervisor, associate } = clinic.ids
    for (const person of [supervisor, associate, stranger])
      expect(await resultOf(person, assign, [sessionId, otherSupervisor])).toBe('not_allowed')
    expect(await resultOf(owner, assign, [sessionId, associate])).toBe('cosigner_unsuitable')
    expect(await resultOf(owner, assign, [sessionId, otherSupervisor])).toBeNull()
  })
})

describe('functions of co-signature', () => {
  test('functions of co-signature reject everyone but the co-signer', async () => {
    const { owner, otherSupervisor, associate } = clinic.ids
    for (const person of [owner, otherSupervisor, stranger]) {
      expect(await resultOf(person, cosignNote, [sessionId, sha256, 'I read it.'])).toBe('not_allowed')
      expect(await resultOf(person, returnNote, [sessionId])).toBe('not_allowed')
    }
    expect(await resultOf(associate, cosignNote, [sessionId, sha256, 'I read it.'])).toBe('cosign_own_note')
    expect(await resultOf(associate, returnNote, [sessionId])).toBe('cosign_own_note')
    expect(await web.outcome(null, [cosignNote, [sessionId, sha256, 'I read it.']])).toBe('28000')
  })

  test('functions of co-signature need a confirmation in the sign-in of the request', async () => {
    // The connection makes a new sign-in, which was not confirmed.
    expect(await resultOf(clinic.ids.supervisor, cosignNote, [sessionId, sha256, 'I read it.'])).toBe(
      'confirmation_missing',
    )
    expect(await resultOf(clinic.ids.supervisor, cosignNote, [sessionId, 'other', 'I read it.'])).toBe('cosign_changed')
  })

  test('a comment on another version than the signed one is refused', async () => {
    const text = `select app.add_note_comment($1, 'Plan', 0, 'Plan as observed.', null, 'Why?', null, $2) as result`
    const { owner, supervisor, otherSupervisor, associate } = clinic.ids
    expect(await resultOf(supervisor, text, [sessionId, 2])).toBe('cosign_changed')
    expect(await resultOf(supervisor, text, [sessionId, 1])).toBeNull()
    // A process of the previous version passes no version.
    expect(await resultOf(supervisor, text, [sessionId, null])).toBeNull()
    expect(await resultOf(supervisor, text.replace('Plan as observed.', ''), [sessionId, 1])).toBe('comment_missing')
    for (const person of [owner, otherSupervisor, stranger])
      expect(await resultOf(person, text, [sessionId, 2])).toBe('not_allowed')
    expect(await resultOf(associate, text, [sessionId, 2])).toBe('cosign_own_note')
  })

  test('the state of a signature is for readers of the note, and a refusal of a return also for its co-signer', async () => {
    const { owner, supervisor, otherSupervisor, associate } = clinic.ids
    const colleague = (await buildMember(world, { organizationId: clinic.organizationId })).userId
    const state = 'select from app.signing_state($1)'
    const refusal = 'select refusal as result from app.supersede_refusal($1)'
    for (const [person, isReader] of [
      [associate, true],
      [supervisor, true],
      [owner, true],
      [otherSupervisor, false],
      [colleague, false],
      [stranger, false],
      [null, false],
    ] as const) {
      expect([person, (await web.as(person, [state, [sessionId]])).rowCount]).toEqual([person, isReader ? 1 : 0])
      expect([person, await resultOf(person, refusal, [sessionId])]).toEqual([person, isReader ? null : 'not_allowed'])
    }
    await world.db
      .insertInto('cosign_assignments')
      .values({ session_id: sessionId, assigned_to: otherSupervisor, assigned_by: owner })
      .execute()
    expect(await resultOf(otherSupervisor, refusal, [sessionId])).toBeNull()
    expect((await web.as(otherSupervisor, [state, [sessionId]])).rowCount).toBe(0)
    await world.db.deleteFrom('cosign_assignments').execute()
  })

  test('functions of co-signature reject app_worker', async () => {
    for (const call of [
      cosignNote.replaceAll('$2', `''`).replaceAll('$3', `''`),
      returnNote,
      'select app.cosign_sections($1)',
    ])
      expect(await worker.outcome(clinic.ids.supervisor, [call, [sessionId]])).toBe(refused)
  })

  test('functions of co-signature show the queue to the co-signer and the owner only, and the text not to other users', async () => {
    const { supervisor, otherSupervisor, owner } = clinic.ids
    const queue = 'select from app.cosign_queue($1)'
    for (const [person, count] of [
      [supervisor, 1],
      [owner, 1],
      [otherSupervisor, 0],
      [stranger, 0],
    ] as const)
      expect((await web.as(person, [queue, [clinic.organizationId]])).rowCount).toBe(count)
    const text = 'select app.cosign_sections($1) as result'
    expect(await resultOf(supervisor, text, [sessionId])).toBeInstanceOf(Array)
    for (const person of [otherSupervisor, stranger]) expect(await resultOf(person, text, [sessionId])).toBeNull()
  })

  test('the status of a note cannot be set by an update', async () => {
    for (const connection of [web, worker])
      for (const status of ['signed', 'returned', 'draft'])
        expect(await connection.outcome(clinic.ids.associate, `update notes set status = '${status}'`)).toBe(refused)
  })

  test('notices of co-signature go to the author, or at most once a day to the co-signer', async () => {
    const notify = 'select * from app.notify_cosign($1)'
    const { supervisor, associate, otherSupervisor } = clinic.ids
    for (const person of [otherSupervisor, stranger, supervisor])
      expect((await web.as(person, [notify, [sessionId]])).rowCount).toBe(0)
    await world.db.deleteFrom('notices').where('user_id', '=', supervisor).execute()
    expect((await web.as(associate, [notify, [sessionId]])).rows).toMatchObject([{ receiver_id: supervisor }])
    expect((await web.as(associate, [notify, [sessionId]], [notify, [sessionId]])).rowCount).toBe(0)
  })
})
