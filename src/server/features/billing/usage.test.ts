import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { mailNotice } from '#server/features/notices/mail-notice.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { beginBilling } from '#test/billing.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { recordLive, spokenWebm } from '#test/live.ts'
import { importTranscript } from '#test/transcript.ts'
import { sender } from '#test/upload.ts'
import type { Api, World } from '#test/world.ts'
import { checkUsage } from './check-usage.ts'

const mail = createFakeMailer()
let now = new Date('2026-03-10T12:00:00Z')
let world: World
let services: Services
let close: () => Promise<void>
let organizationId: string
let ownerId: string
let owner: Api
let admin: Api
let adminId: string
let therapist: Api
let clientId: string
let therapistId: string

beforeAll(async () => {
  const settings = { PUBLIC_URL: 'https://attend.example.test' }
  ;({ world, services, close } = await createWorkerWorld({ settings, providers: { mail, clock: () => now } }))
})
afterAll(() => close())
beforeEach(async () => {
  mail.sent.length = 0
  now = new Date('2026-03-10T12:00:00Z')
  ownerId = await buildUser(world)
  ;({ id: organizationId } = await buildOrganization(world, { ownerId }))
  adminId = (await buildMember(world, { organizationId, role: 'admin' })).userId
  therapistId = (await buildMember(world, { organizationId })).userId
  await beginBilling(services, organizationId, ownerId)
  await setStatus('active')
  owner = await world.as(ownerId)
  admin = await world.as(adminId)
  therapist = await world.as(therapistId)
  ;({ id: clientId } = await buildClient(world, { therapistId, organizationId }))
})

const setStatus = (status: 'active' | 'trialing') =>
  world.db.updateTable('subscriptions').set({ status }).where('organization_id', '=', organizationId).execute()

/** Adds sessions to the period. The plan includes 80 sessions. */
async function addSessions(count: number) {
  await sql`insert into sessions (organization_id, therapist_id, client_id, date, start_time, end_time, status)
    select ${organizationId}, ${therapistId}, ${clientId}, '2026-03-11', '09:00', '09:50', 'completed' from generate_series(1, ${count})`.execute(
    world.db,
  )
}

const optOut = (userId: string) =>
  world.db
    .updateTable('users')
    .set({ notification_settings: JSON.stringify({ low_sessions_remaining: false }) })
    .where('id', '=', userId)
    .execute()

async function mails() {
  const { rows } = await sql<{ data: { noticeId: string; userId: string } }>`
    select j.data from pgboss.job j join notices n on n.id::text = j.data->>'noticeId'
    where j.name = 'notices.mail' and n.organization_id = ${organizationId}`.execute(world.db)
  return rows.map(({ data }) => data)
}

/** The number of usage checks enqueued for another organization and for this one. */
async function checksOf(otherId: string): Promise<number[]> {
  const { rows } = await sql<{ other: number; here: number }>`
    select count(*) filter (where data->>'organizationId' = ${otherId})::int as other,
      count(*) filter (where data->>'organizationId' = ${organizationId})::int as here
    from pgboss.job where name = 'billing.usage'`.execute(world.db)
  return rows.flatMap(({ other, here }) => [other, here])
}

describe('the notice of few remaining sessions', () => {
  test('the low-sessions notice is sent to owner and admin once per period, in the product and by mail', async () => {
    await addSessions(71)
    await checkUsage(services, organizationId)
    expect((await owner.notices.list()).items).toEqual([])
    await addSessions(1)
    await Promise.all(Array.from({ length: 3 }, () => checkUsage(services, organizationId)))
    for (const api of [owner, admin]) {
      const { items } = await api.notices.list()
      expect(items).toMatchObject([
        { kind: 'low_sessions_remaining', clientId: null, clientInitials: null, sessionsLeft: 8, actorName: null },
      ])
    }
    expect((await therapist.notices.list()).items).toEqual([])
    await addSessions(8)
    await checkUsage(services, organizationId)
    expect((await owner.notices.list()).items).toHaveLength(1)

    for (const task of await mails()) await mailNotice(services, task)
    expect(mail.sent).toHaveLength(2)
    expect(mail.sent[0]).toMatchObject({
      subject: 'Your Attend plan is running low on sessions',
      text:
        "8 sessions remain in your organization's plan for this billing period. You can keep recording and reading notes either way.\n" +
        'Plans and usage:\nhttps://attend.example.test/billing\n\n' +
        'Choose which emails you receive in your settings:\nhttps://attend.example.test/settings\n',
    })
  })

  test('the low-sessions notice is not sent to users who opted out', async () => {
    await optOut(adminId)
    await addSessions(80)
    await checkUsage(services, organizationId)
    expect((await owner.notices.list()).items).toMatchObject([{ sessionsLeft: 0 }])
    expect((await admin.notices.list()).items).toEqual([])
    expect((await mails()).map(({ userId }) => userId)).toEqual([ownerId])
  })

  test('the low-sessions notice is not sent during a trial', async () => {
    await setStatus('trialing')
    await addSessions(80)
    expect((await owner.billing.state()).usage).toEqual({ used: 80, limit: null })
    await checkUsage(services, organizationId)
    expect((await owner.notices.list()).items).toEqual([])
  })

  test('recording beyond the session limit is accepted, and a job checks the usage', async () => {
    await addSessions(200)
    const content = Buffer.from('Therapist: How did you sleep?\nClient: Badly, I lay there and thought.\n'.repeat(4))
    const file = { fileName: 'session.txt', content: content.toString('base64') }
    const requestId = crypto.randomUUID()
    await therapist.transcripts.import({ clientId, settingType: 'telehealth', requestId, ...file })
    const { rows } = await sql<{ data: object }>`select data from pgboss.job
      where name = 'billing.usage' and data->>'organizationId' = ${organizationId}`.execute(world.db)
    expect(rows).toMatchObject([{ data: { organizationId } }])
    await checkUsage(services, organizationId)
    expect((await owner.billing.state()).usage).toEqual({ used: 201, limit: 80 })
  })

  test('the usage check is enqueued for the session’s organization, not for the therapist’s current one', async () => {
    const own = await buildOrganization(world, { ownerId: therapistId })
    await therapist.organizations.switch({ organizationId: own.id })
    const { headers } = await sender(world, therapistId)
    await importTranscript(therapist, clientId)
    expect(await checksOf(own.id)).toEqual([0, 1])
    await recordLive({ world, api: therapist, headers }, clientId, [await spokenWebm()])
    expect(await checksOf(own.id)).toEqual([0, 2])
  })

  test('the low-sessions notice is not sent without a subscription', async () => {
    const other = await buildOrganization(world)
    await checkUsage(services, other.id)
    expect((await (await world.as(other.ownerId)).notices.list()).items).toEqual([])
  })
})
