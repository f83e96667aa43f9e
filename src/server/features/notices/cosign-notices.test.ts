import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { buildClinic, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { sign as signAgain } from '#test/signing.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import type { World } from '#test/world.ts'
import { mailNotice } from './mail-notice.ts'

const mail = createFakeMailer()
let world: World
let services: Services
let close: () => Promise<void>
let clinic: Clinic
let sessionId: string

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld({
    settings: { PUBLIC_URL: 'https://attend.example.test' },
    providers: { mail },
  }))
})
afterAll(() => close())
beforeEach(async () => {
  mail.sent.length = 0
  clinic = await buildClinic(world)
  sessionId = await buildSignedNote(world, clinic)
})

/** Sends the queued mails of the clinic. Returns the subject and text of all sent mails. */
async function sendMails(): Promise<string[]> {
  const { rows } = await sql<{ data: { noticeId: string; userId: string } }>`
    select j.data from pgboss.job j join notices n on n.id::text = j.data->>'noticeId'
    where j.name = 'notices.mail' and n.organization_id = ${clinic.organizationId} order by n.id`.execute(world.db)
  for (const { data } of rows) await mailNotice(services, data)
  return mail.sent.map(({ subject, text }) => `${subject}\n${text}`)
}

async function returnNote(): Promise<void> {
  const { supervisor } = clinic.apis
  const { version } = await supervisor.cosign.get({ sessionId })
  await supervisor.cosign.comment({ sessionId, version, section: 'Subjective', sentence: 0, text: 'Since when?' })
  await supervisor.cosign.return({ sessionId, version })
}

test('a supervisor gets one notice and one mail for two notes that await a co-signature', async () => {
  await buildSignedNote(world, clinic)
  expect(await clinic.apis.supervisor.notices.list()).toMatchObject({
    unread: 1,
    items: [{ kind: 'cosign_waiting', clientInitials: null, sessionId: null }],
  })
  expect(await sendMails()).toEqual([
    'A note awaits your co-signature in Attend\n' +
      'A note awaits your co-signature. Until you read the notice in Attend, you get this mail at most once a day.\n' +
      'https://attend.example.test/session-notes/co-sign\n',
  ])
})

test('a supervisor who has read the last co-sign notice gets another notice and mail for the next note', async () => {
  const { notices } = clinic.apis.supervisor
  const [{ id } = { id: '' }] = (await notices.list()).items
  await notices.readAll({ newestId: id })
  await buildSignedNote(world, clinic)
  expect((await clinic.apis.supervisor.notices.list()).items).toHaveLength(2)
  expect(await sendMails()).toHaveLength(2)
})

test('the author gets notices of a return and a co-signature; their mails contain neither clinical text nor the client’s name', async () => {
  await returnNote()
  const { associate, supervisor } = clinic.apis
  expect((await associate.notices.list()).items).toMatchObject([
    { kind: 'note_returned', sessionId, clientInitials: 'J.V.', actorName: 'Ruth Halden' },
  ])
  const second = await buildSignedNote(world, clinic)
  const { version, contentSha256 } = await supervisor.cosign.get({ sessionId: second })
  await supervisor.cosign.sign({ sessionId: second, version, contentSha256, wasPresent: false })
  expect((await associate.notices.list()).items[0]).toMatchObject({ kind: 'note_cosigned', sessionId: second })
  const mails = await sendMails()
  expect(mails[1]).toContain(
    `Ruth Halden returned a note to you, with comments:\nhttps://attend.example.test/notes/${sessionId}`,
  )
  expect(mails[2]).toContain(`Ruth Halden co-signed a note of yours:\nhttps://attend.example.test/notes/${second}`)
  expect(mails.join()).not.toMatch(/Juniper|Vale|J\.V\.|Since when/)
})

test('an owner who takes over or reassigns a returned note does not notify the author of another return', async () => {
  await returnNote()
  const { owner, associate, otherSupervisor } = clinic.apis
  const returns = async () =>
    (await associate.notices.list()).items.map(({ kind, actorName }) => [kind, actorName, sessionId])
  for (const userId of [clinic.ids.owner, clinic.ids.otherSupervisor, clinic.ids.owner]) {
    await owner.cosign.assign({ sessionId, userId })
    expect(await returns()).toEqual([['note_returned', 'Ruth Halden', sessionId]])
  }
  expect((await otherSupervisor.notices.list()).items).toEqual([])
  await signAgain(associate, sessionId)
  expect((await owner.notices.list()).items).toMatchObject([{ kind: 'cosign_waiting', actorName: 'Tamsin Okell' }])
  const { version, contentSha256 } = await owner.cosign.get({ sessionId })
  const place = { section: 'Plan', sentence: 0, text: 'Until when?' }
  await owner.cosign.comment({ sessionId, version, ...place })
  await owner.cosign.return({ sessionId, version })
  expect((await returns())[0]).toEqual(['note_returned', 'Olga Winter', sessionId])
  await owner.cosign.assign({ sessionId, userId: clinic.ids.owner })
  expect(await returns()).toHaveLength(2)
  await signAgain(associate, sessionId)
  await owner.cosign.sign({ sessionId, version, contentSha256, wasPresent: false })
  expect((await returns())[0]).toEqual(['note_cosigned', 'Olga Winter', sessionId])
})

test('a co-sign notice goes to the owner if the author has no supervisor, and to the member to whom the note is reassigned', async () => {
  const { owner, otherSupervisor } = clinic.apis
  expect((await owner.notices.list()).items).toEqual([])
  await owner.members.assignSupervisor({ userId: clinic.ids.associate, supervisorId: null })
  await buildSignedNote(world, clinic)
  expect((await owner.notices.list()).items).toMatchObject([{ kind: 'cosign_waiting' }])
  await owner.cosign.assign({ sessionId, userId: clinic.ids.otherSupervisor })
  expect((await otherSupervisor.notices.list()).items).toMatchObject([{ kind: 'cosign_waiting' }])
})
