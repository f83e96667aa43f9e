import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { buildClient, buildMember, buildOrganization, buildUser } from '#test/build.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { viewAs } from '#test/viewing.ts'
import type { Api, World } from '#test/world.ts'
import { mailNotice } from './mail-notice.ts'

const mail = createFakeMailer()
let world: World
let services: Services
let close: () => Promise<void>
let organizationId: string
let ownerId: string
let from: string
let to: string
let owner: Api
let former: Api
let next: Api
let clientId: string

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld({
    settings: { PUBLIC_URL: 'https://attend.example.test' },
    providers: { mail },
  }))
})
afterAll(() => close())
beforeEach(async () => {
  mail.sent.length = 0
  ownerId = await buildUser(world, { firstName: 'Olga', lastName: 'Winter' })
  ;({ id: organizationId } = await buildOrganization(world, { ownerId }))
  from = await buildUser(world, { email: `from-${randomUUID()}@example.test` })
  to = await buildUser(world, { email: `to-${randomUUID()}@example.test` })
  for (const userId of [from, to]) await buildMember(world, { organizationId, userId })
  owner = await world.as(ownerId)
  former = await world.as(from)
  next = await world.as(to)
  ;({ id: clientId } = await buildClient(world, {
    therapistId: from,
    organizationId,
    firstName: 'Quentin',
    lastName: 'Zabriskie',
  }))
})

const give = (therapistId = to) => owner.clients.transfer({ clientId, therapistId })

const wish = (api: Api, clientTransferred: boolean) =>
  api.accounts.update({
    notificationSettings: { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred },
  })

/** The queued mails, oldest first. */
async function waiting(): Promise<{ noticeId: string; userId: string }[]> {
  const { rows } = await sql<{ data: { noticeId: string; userId: string } }>`
    select j.data from pgboss.job j join notices n on n.id::text = j.data->>'noticeId'
    where j.name = 'notices.mail' and n.organization_id = ${organizationId} order by n.id`.execute(world.db)
  return rows.map(({ data }) => data)
}

describe('notice about a transfer', () => {
  test('a transfer notice goes to the new and the former therapist only, with initials', async () => {
    const colleague = await world.as((await buildMember(world, { organizationId, role: 'admin' })).userId)
    await give()
    const notice = { clientId, clientInitials: 'Q.Z.', actorName: 'Olga Winter', isRead: false }
    const received = await next.notices.list()
    expect(received).toMatchObject({ unread: 1, items: [{ ...notice, kind: 'client_received' }] })
    expect(await former.notices.list()).toMatchObject({ unread: 1, items: [{ ...notice, kind: 'client_given' }] })
    expect(JSON.stringify([received, await former.notices.list()])).not.toMatch(/Quentin|Zabriskie/)
    for (const api of [owner, colleague]) expect(await api.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('a transfer notice is not sent to the user who transferred the client', async () => {
    await give(ownerId)
    expect((await owner.notices.list()).items).toEqual([])
    expect(await former.notices.list()).toMatchObject({ unread: 1, items: [{ kind: 'client_given' }] })
  })

  test('a transfer notice is not sent for a no-op or rejected transfer', async () => {
    await give(from)
    await expect(give(randomUUID())).rejects.toMatchObject({ code: 'transfer_target' })
    await expect(next.clients.transfer({ clientId, therapistId: to })).rejects.toMatchObject({ code: 'not_allowed' })
    expect(await former.notices.list()).toEqual({ items: [], unread: 0 })
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('a transfer notice is sent only to users who did not opt out, in the product and by mail', async () => {
    await wish(next, false)
    await give()
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
    expect((await waiting()).map(({ userId }) => userId)).toEqual([from])
    await wish(next, true)
    await give(from)
    await give()
    expect((await next.notices.list()).items.map(({ kind }) => kind)).toEqual(['client_received', 'client_given'])
  })

  test('a transfer notice is sent to users without saved settings', async () => {
    await world.db.updateTable('users').set({ notification_settings: '{}' }).where('id', '=', to).execute()
    await give()
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
  })

  test('a transfer notice is not sent to former members or deactivated accounts', async () => {
    await owner.members.remove({ userId: from })
    await give()
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', to).execute()
    const third = (await buildMember(world, { organizationId })).userId
    await give(third)
    const { rows } = await sql<{ user_id: string; kind: string }>`
      select user_id, kind from notices where organization_id = ${organizationId} order by id`.execute(world.db)
    expect(rows).toEqual([
      { user_id: to, kind: 'client_received' },
      { user_id: third, kind: 'client_received' },
    ])
  })
})

describe('list of notices', () => {
  test('the list of notices is newest first, and notices can be marked as read one by one or all at once', async () => {
    await give()
    await give(from)
    const [newest, oldest] = (await next.notices.list()).items
    expect([newest?.kind, oldest?.kind]).toEqual(['client_given', 'client_received'])
    const after = await next.notices.read({ noticeId: oldest?.id ?? '' })
    expect([after.unread, after.items.map(({ isRead }) => isRead)]).toEqual([1, [false, true]])
    expect(await next.notices.read({ noticeId: oldest?.id ?? '' })).toMatchObject({ unread: 1 })
    expect(await next.notices.readAll()).toMatchObject({ unread: 0, items: [{ isRead: true }, { isRead: true }] })
    expect(await former.notices.list()).toMatchObject({ unread: 2 })
  })

  test('the list of notices hides notices of other users', async () => {
    await give()
    const noticeId = (await next.notices.list()).items[0]?.id ?? ''
    for (const api of [former, owner, await world.as(await buildUser(world))])
      await expect(api.notices.read({ noticeId })).rejects.toMatchObject({ code: 'notice_missing', status: 404 })
    await former.notices.readAll()
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
    await expect(next.notices.read({ noticeId: 'no-such-thing' })).rejects.toMatchObject({ code: 'notice_missing' })
    await expect(world.anonymous.notices.list()).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('the list of notices is hidden while viewing as the receiver', async () => {
    await give()
    const viewer = await viewAs(world, ownerId, to)
    expect(await viewer.notices.list()).toEqual({ items: [], unread: 0 })
    await expect(viewer.notices.readAll()).rejects.toMatchObject({ code: 'viewing_read_only' })
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
  })

  test('the list of notices is empty after the membership ends', async () => {
    await give()
    await owner.members.remove({ userId: to })
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('the list of notices shows the newest fifty and counts all unread ones', async () => {
    const row = { user_id: to, organization_id: organizationId, client_id: clientId, actor_id: ownerId }
    const values = { ...row, kind: 'client_received', client_initials: 'Q.Z.' }
    for (let n = 0; n < 51; n++) await world.db.insertInto('notices').values(values).execute()
    const { items, unread } = await next.notices.list()
    expect([items.length, unread]).toEqual([50, 51])
  })
})

describe('notice mail', () => {
  test('a notice mail is queued with ids only, contains no client name, and is sent once if its job runs twice', async () => {
    await give()
    const tasks = await waiting()
    expect(tasks).toHaveLength(2)
    for (const task of tasks) expect(Object.keys(task).toSorted()).toEqual(['noticeId', 'requestId', 'userId'])
    for (const task of [...tasks, ...tasks]) await mailNotice(services, task)
    const byReceiver = Object.fromEntries(mail.sent.map((sent) => [sent.to.split('-')[0], sent]))
    expect(mail.sent).toHaveLength(2)
    expect(byReceiver['to']).toMatchObject({ subject: 'A client was transferred to you in Attend' })
    expect(byReceiver['to']?.text).toBe(
      `Olga Winter transferred client Q.Z. to you, with all sessions and notes:\nhttps://attend.example.test/clients/${clientId}\n\n` +
        'Choose which emails you receive in your settings:\nhttps://attend.example.test/settings\n',
    )
    expect(byReceiver['from']?.text).toContain('Olga Winter transferred client Q.Z. to another therapist')
    expect(byReceiver['from']?.text).not.toContain(clientId)
    expect(JSON.stringify(mail.sent)).not.toMatch(/Quentin|Zabriskie/)
  })

  test('a notice mail is retried while the mail server is down', async () => {
    await give()
    const task = (await waiting()).find(({ userId }) => userId === to)
    if (!task) throw new Error('no mail waits')
    const down = { ...services, mail: { send: () => Promise.reject(new Error('connection refused')) } }
    await expect(mailNotice(down, task)).rejects.toThrow('connection refused')
    await mailNotice(services, task)
    expect(mail.sent).toHaveLength(1)
  })

  test('a notice mail is not sent to a user who has left the organization since', async () => {
    await give()
    const tasks = (await waiting()).filter(({ userId }) => userId === to)
    await owner.members.remove({ userId: to })
    for (const task of tasks) await mailNotice(services, task)
    expect([tasks.length, mail.sent]).toEqual([1, []])
  })

  test('a notice mail is sent by the worker', async () => {
    await world.worker()
    await give()
    const receivers = await world.db.selectFrom('users').where('id', 'in', [from, to]).select('email').execute()
    await expect
      .poll(() => mail.sent.map((sent) => sent.to), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(receivers.map(({ email }) => email)))
  }, 40_000)
})
