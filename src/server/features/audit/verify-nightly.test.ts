import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { buildClient, buildPlatformAdmin } from '#test/build.ts'
import { buildClinic, type Clinic } from '#test/clinic.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { buildSigner, sign } from '#test/signing.ts'
import type { World } from '#test/world.ts'
import { verifyNightly } from './verify-nightly.ts'

const mail = createFakeMailer()
const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })

let folder: string
let anchor: string
let world: World
let services: Services
let close: () => Promise<void>
let clinic: Clinic

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchor-'))
  anchor = join(folder, 'elsewhere.json')
  ;({ world, services, close } = await createWorkerWorld({
    providers: { mail, log },
    settings: { AUDIT_ANCHOR: anchor, OPERATOR_EMAIL: 'operator@example.test', LOG_LEVEL: 'info', ACCESS_LOG: 'off' },
  }))
  clinic = await buildClinic(world)
  await buildClient(world, { therapistId: clinic.therapistId })
  await sql`update users set created_at = now()`.execute(world.db)
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  mail.sent.length = 0
  logged.length = 0
})

const verify = () => verifyNightly(services, world.urls.app_owner)
const readTrail = async () => (await world.as(clinic.therapistId)).clients.list({})

test('verifyNightly logs the head of an intact trail, stores the anchor at the configured path, and sends no alert', async () => {
  await readTrail()
  await verify()
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      level: 30,
      msg: 'the audit trail is whole',
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ])
  expect(JSON.parse(await readFile(anchor, 'utf8'))).toMatchObject({
    heads: expect.arrayContaining([expect.anything()]),
  })
  expect(mail.sent).toEqual([])
})

/** Changes a signed addendum as someone who disabled the triggers could. */
async function setAddendum(sessionId: string, text: string) {
  await sql`alter table note_addenda disable trigger user`.execute(world.db)
  await world.db.updateTable('note_addenda').set({ text }).where('session_id', '=', sessionId).execute()
  await sql`alter table note_addenda enable trigger user`.execute(world.db)
}

test('verifyNightly says whether signatures or the trail were tampered with', async () => {
  const signer = await buildSigner(world)
  const sessionId = await signer.draft()
  await sign(signer.api, sessionId)
  const addendum = { text: 'She called.', reason: 'A call', eventDate: '2026-03-04' }
  await signer.api.signatures.addAddendum({ sessionId, kind: 'addendum', ...addendum })
  await sql`update users set created_at = now()`.execute(world.db)
  await setAddendum(sessionId, 'She did not call.')
  await verify()
  expect(mail.sent.map(({ subject }) => subject)).toEqual(['Attend: signed records were tampered with'])
  expect(mail.sent[0]?.text).toContain('The audit trail is whole')
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, msg: 'signed records were tampered with' }),
  ])
  const event = world.db.updateTable('audit_events').where('chain', '=', signer.userId).where('seq', '=', 1)
  const { action } = await world.db
    .selectFrom('audit_events')
    .where('chain', '=', signer.userId)
    .where('seq', '=', 1)
    .select('action')
    .executeTakeFirstOrThrow()
  await event.set({ action: 'note.forged' }).execute()
  await verify()
  expect(mail.sent.at(-1)?.subject).toBe('Attend: the audit trail and signed records were tampered with')
  await event.set({ action }).execute()
  await setAddendum(sessionId, addendum.text)
})

test('verifyNightly mails active platform admins and the operator every night while the trail is damaged', async () => {
  const { userId: admin } = await buildPlatformAdmin(world)
  await sql`update users set created_at = now()`.execute(world.db)
  await readTrail()
  const chain = clinic.therapistId
  await sql`update audit_events set action = 'client.forged' where chain = ${chain} and seq = 1`.execute(world.db)
  const { email } = await world.db.selectFrom('users').where('id', '=', admin).select('email').executeTakeFirstOrThrow()
  await verify()
  await verify()
  const receivers = mail.sent.map(({ to }) => to)
  expect(receivers.toSorted()).toEqual([email, email, 'operator@example.test', 'operator@example.test'].toSorted())
  expect(mail.sent[0]?.subject).toBe('Attend: the audit trail was tampered with')
  expect(mail.sent[0]?.text).toContain(`Event 1 of ${chain} was changed after it was written.`)
  expect(logged.some((line) => line.includes('the audit trail was tampered with'))).toBe(true)
})

test('verifyNightly reports a tampered anchor and does not replace it', async () => {
  const altered = (await readFile(anchor, 'utf8')).replace(
    /"verifiedAt":"[^"]+"/,
    '"verifiedAt":"2020-01-01T00:00:00.000Z"',
  )
  await writeFile(anchor, altered)
  await verify()
  expect(mail.sent[0]?.text).toContain(`The file ${anchor} was changed`)
  expect(await readFile(anchor, 'utf8')).toBe(altered)
})
