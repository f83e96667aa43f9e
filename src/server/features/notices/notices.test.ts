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
let formerId: string
let nextId: string
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
  formerId = await buildUser(world, { email: `from-${randomUUID()}@example.test` })
  nextId = await buildUser(world, { email: `to-${randomUUID()}@example.test` })
  for (const userId of [formerId, nextId]) await buildMember(world, { organizationId, userId })
  owner = await world.as(ownerId)
  former = await world.as(formerId)
  next = await world.as(nextId)
  ;({ id: clientId } = await buildClient(world, {
    therapistId: formerId,
    organizationId,
    firstName: 'Quentin',
    lastName: 'Zabriskie',
  }))
})

const transferTo = (therapistId = nextId) => owner.clients.transfer({ clientId, therapistId })

const setTransferNotices = (api: Api, clientTransferred: boolean) =>
  api.accounts.update({
    notificationSettings: { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred },
  })

/** Returns the tasks of the queued mails, oldest first. */
async function queuedMails(): Promise<{ noticeId: string; userId: string }[]> {
  const { rows } = await sql<{ data: { noticeId: string; userId: string } }>`
    select j.data from pgboss.job j join notices n on n.id::text = j.data->>'noticeId'
    where j.name = 'notices.mail' and n.organization_id = ${organizationId} order by n.id`.execute(world.db)
  return rows.map(({ data }) => data)
}

describe('notice about a transfer', () => {
  test('a transfer notice goes only to the new and the former therapist, and names the client by initials', async () => {
    const colleague = await world.as((await buildMember(world, { organizationId, role: 'admin' })).userId)
    await transferTo()
    const notice = { clientId, clientInitials: 'Q.Z.', actorName: 'Olga Winter', isRead: false }
    const received = await next.notices.list()
    expect(received).toMatchObject({ unread: 1, items: [{ ...notice, kind: 'client_received' }] })
    expect(await former.notices.list()).toMatchObject({ unread: 1, items: [{ ...notice, kind: 'client_given' }] })
    expect(JSON.stringify([received, await former.notices.list()])).not.toMatch(/Quentin|Zabriskie/)
    for (const api of [owner, colleague]) expect(await api.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('a transfer notice is not sent to the user who transferred the client', async () => {
    await transferTo(ownerId)
    expect((await owner.notices.list()).items).toEqual([])
    expect(await former.notices.list()).toMatchObject({ unread: 1, items: [{ kind: 'client_given' }] })
  })

  test('a transfer notice is not sent if the transfer changes nothing or is rejected', async () => {
    await transferTo(formerId)
    await expect(transferTo(randomUUID())).rejects.toMatchObject({ code: 'transfer_target' })
    await expect(next.clients.transfer({ clientId, therapistId: nextId })).rejects.toMatchObject({
      code: 'not_allowed',
    })
    expect(await former.notices.list()).toEqual({ items: [], unread: 0 })
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('a transfer notice is not sent to users who opted out, neither in the product nor by mail', async () => {
    await setTransferNotices(next, false)
    await transferTo()
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
    expect((await queuedMails()).map(({ userId }) => userId)).toEqual([formerId])
    await setTransferNotices(next, true)
    await transferTo(formerId)
    await transferTo()
    expect((await next.notices.list()).items.map(({ kind }) => kind)).toEqual(['client_received', 'client_given'])
  })

  test('a transfer notice is sent to users without saved settings', async () => {
    await world.db.updateTable('users').set({ notification_settings: '{}' }).where('id', '=', nextId).execute()
    await transferTo()
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
  })

  test('a transfer notice is not sent to former members or inactive accounts', async () => {
    await owner.members.remove({ userId: formerId })
    await transferTo()
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', nextId).execute()
    const thirdId = (await buildMember(world, { organizationId })).userId
    await transferTo(thirdId)
    const { rows } = await sql<{ user_id: string; kind: string }>`
      select user_id, kind from notices where organization_id = ${organizationId} order by id`.execute(world.db)
    expect(rows).toEqual([
      { user_id: nextId, kind: 'client_received' },
      { user_id: thirdId, kind: 'client_received' },
    ])
  })
})

describe('list of notices', () => {
  test('the list of notices is newest first, and its user can mark notices as read one by one or all at once', async () => {
    await transferTo()
    await transferTo(formerId)
    const [newest, oldest] = (await next.notices.list()).items
    expect([newest?.kind, oldest?.kind]).toEqual(['client_given', 'client_received'])
    const after = await next.notices.read({ noticeId: oldest?.id ?? '' })
    expect([after.unread, after.items.map(({ isRead }) => isRead)]).toEqual([1, [false, true]])
    expect(await next.notices.read({ noticeId: oldest?.id ?? '' })).toMatchObject({ unread: 1 })
    const newestId = newest?.id ?? ''
    expect(await next.notices.readAll({ newestId })).toMatchObject({
      unread: 0,
      items: [{ isRead: true }, { isRead: true }],
    })
    expect(await former.notices.list()).toMatchObject({ unread: 2 })
  })

  test('marking all listed notices as read leaves a notice that arrived later unread', async () => {
    await transferTo()
    const newestId = (await next.notices.list()).items[0]?.id ?? ''
    await transferTo(formerId)
    expect(await next.notices.readAll({ newestId })).toMatchObject({
      unread: 1,
      items: [{ isRead: false }, { isRead: true }],
    })
    expect(await next.notices.readAll()).toMatchObject({ unread: 0 })
  })

  test('a user cannot list notices of another user or mark them as read', async () => {
    await transferTo()
    const noticeId = (await next.notices.list()).items[0]?.id ?? ''
    for (const api of [former, owner, await world.as(await buildUser(world))])
      await expect(api.notices.read({ noticeId })).rejects.toMatchObject({ code: 'notice_missing', status: 404 })
    await former.notices.readAll({ newestId: noticeId })
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
    await expect(next.notices.read({ noticeId: 'no-such-thing' })).rejects.toMatchObject({ code: 'notice_missing' })
    await expect(world.anonymous.notices.list()).rejects.toMatchObject({ code: 'not_signed_in' })
  })

  test('a user who views as the receiver sees an empty list of notices and cannot mark notices as read', async () => {
    await transferTo()
    const viewer = await viewAs(world, ownerId, nextId)
    expect(await viewer.notices.list()).toEqual({ items: [], unread: 0 })
    await expect(viewer.notices.readAll({ newestId: randomUUID() })).rejects.toMatchObject({
      code: 'viewing_read_only',
    })
    expect(await next.notices.list()).toMatchObject({ unread: 1 })
  })

  test('a former member sees an empty list of notices', async () => {
    await transferTo()
    await owner.members.remove({ userId: nextId })
    expect(await next.notices.list()).toEqual({ items: [], unread: 0 })
  })

  test('the list of notices shows the newest fifty and counts all unread ones', async () => {
    const row = { user_id: nextId, organization_id: organizationId, client_id: clientId, actor_id: ownerId }
    const values = { ...row, kind: 'client_received', client_initials: 'Q.Z.' }
    for (let n = 0; n < 51; n++) await world.db.insertInto('notices').values(values).execute()
    const { items, unread } = await next.notices.list()
    expect([items.length, unread]).toEqual([50, 51])
  })
})

describe('notice mail', () => {
  test('a notice mail is queued with ids only, contains no client name, and is sent once even if its job runs twice', async () => {
    await transferTo()
    const tasks = await queuedMails()
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

  test('a notice mail that the mail server rejected is sent when its job runs again', async () => {
    await transferTo()
    const task = (await queuedMails()).find(({ userId }) => userId === nextId)
    if (!task) throw new Error('no mail waits')
    const failingServices = { ...services, mail: { send: () => Promise.reject(new Error('connection refused')) } }
    await expect(mailNotice(failingServices, task)).rejects.toThrow('connection refused')
    await mailNotice(services, task)
    expect(mail.sent).toHaveLength(1)
  })

  test('a notice mail is not sent to a user who left the organization after the notice', async () => {
    await transferTo()
    const tasks = (await queuedMails()).filter(({ userId }) => userId === nextId)
    await owner.members.remove({ userId: nextId })
    for (const task of tasks) await mailNotice(services, task)
    expect([tasks.length, mail.sent]).toEqual([1, []])
  })

  test('the job of a notice mail ends without a mail if the account of the receiver was deactivated', async () => {
    await transferTo()
    const tasks = (await queuedMails()).filter(({ userId }) => userId === nextId)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', nextId).execute()
    for (const task of tasks) await mailNotice(services, task)
    expect([tasks.length, mail.sent]).toEqual([1, []])
  })

  test('the worker sends the mails of a transfer to both therapists', async () => {
    await world.worker()
    await transferTo()
    const receivers = await world.db.selectFrom('users').where('id', 'in', [formerId, nextId]).select('email').execute()
    await expect
      .poll(() => mail.sent.map((sent) => sent.to), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(receivers.map(({ email }) => email)))
  }, 40_000)
})
