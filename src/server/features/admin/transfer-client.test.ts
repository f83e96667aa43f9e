import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import { mailNotice } from '#server/features/notices/mail-notice.ts'
import { type AdminHarness, openAdminHarness } from '#test/admin-harness.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { buildTransfer } from '#test/transfer.ts'
import type { Api } from '#test/world.ts'

let harness: AdminHarness
let services: Services
let worker: Awaited<ReturnType<typeof openWorkerServices>>
let clinic: Awaited<ReturnType<AdminHarness['newClinic']>>
let formerTherapist: Api
let nextTherapist: Api

beforeAll(async () => {
  harness = await openAdminHarness()
  worker = await openWorkerServices(harness.world)
  services = worker.services
})
afterAll(async () => {
  await worker.close()
  await harness.close()
})
beforeEach(async () => {
  clinic = await harness.newClinic()
  formerTherapist = await harness.world.as(clinic.therapistId)
  nextTherapist = await harness.world.as(clinic.supervisorId)
  await harness.api.admin.justify({ kind: 'client', id: clinic.clientId, justification: 'Ticket 12.' })
})

const transferClient = (therapistId = clinic.supervisorId) =>
  harness.api.admin.updateClient({ clientId: clinic.clientId, therapistId, mayStayUnsigned: true })

/** Sends the pending mails about the client. */
async function sendMails() {
  const { rows } = await sql<{ data: { noticeId: string; userId: string } }>`
    select j.data from pgboss.job j join notices n on n.id::text = j.data->>'noticeId'
    where j.name = 'notices.mail' and n.client_id = ${clinic.clientId} order by n.kind desc`.execute(harness.world.db)
  harness.mail.sent.length = 0
  for (const { data } of rows) await mailNotice(services, data)
  return harness.mail.sent
}

test('a transfer by a platform admin sends both therapists a notice and a mail without the admin’s name', async () => {
  await transferClient()
  const notice = { clientId: clinic.clientId, clientInitials: 'S.O.', actorName: 'Attend staff', isRead: false }
  expect(await nextTherapist.notices.list()).toMatchObject({
    unread: 1,
    items: [{ ...notice, kind: 'client_received' }],
  })
  expect(await formerTherapist.notices.list()).toMatchObject({
    unread: 1,
    items: [{ ...notice, kind: 'client_given' }],
  })
  for (const api of [await harness.world.as(clinic.ownerId), harness.api])
    expect(await api.notices.list()).toEqual({ items: [], unread: 0 })
  expect((await sendMails()).map(({ subject, text }) => [subject, text.split(/[.\n]/)[0]])).toEqual([
    ['A client was transferred to you in Attend', 'Attend staff transferred client S'],
    ['One of your clients was transferred to a colleague in Attend', 'Attend staff transferred client S'],
  ])
})

test('a rejected or no-op transfer by a platform admin sends no notice, and recipients who opted out get none', async () => {
  await transferClient(clinic.therapistId)
  await expect(transferClient(crypto.randomUUID())).rejects.toMatchObject({ code: 'transfer_target' })
  await harness.api.admin.updateClient({ clientId: clinic.clientId, phone: '555 0100' })
  expect((await formerTherapist.notices.list()).items).toEqual([])
  await formerTherapist.accounts.update({
    notificationSettings: { lowSessionsRemaining: true, homeworkCompleted: true, clientTransferred: false },
  })
  await transferClient()
  expect((await formerTherapist.notices.list()).items).toEqual([])
  expect(await sendMails()).toHaveLength(1)
})

test('a transfer by a platform admin needs a confirmation if it leaves notes that no one could sign', async () => {
  const { from, to, owner, buildIdleRecord } = await buildTransfer(harness.world)
  const { clientId } = await buildIdleRecord()
  await harness.api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
  const open = harness.world.db.selectFrom('notes').where('client_id', '=', clientId).where('status', '=', 'draft')
  const count = (await open.select('session_id').execute()).length
  const asked = { code: 'client_unsigned', status: 409 }
  const ofOwner: unknown = await owner.clients.transfer({ clientId, therapistId: to }).catch((error: unknown) => error)
  expect(ofOwner).toMatchObject({ ...asked, message: expect.stringContaining(`has not signed: ${count}.`) })
  const change = { clientId, therapistId: to, phone: '555 0100' }
  const ofAdmin: unknown = await harness.api.admin.updateClient(change).catch((error: unknown) => error)
  expect(ofAdmin).toMatchObject({ ...asked, message: ofOwner instanceof Error && ofOwner.message })
  // The rejected change saved nothing.
  expect(await owner.clients.get({ clientId })).toMatchObject({ therapistId: from, phone: null })
  expect(await harness.eventsOf(clientId)).toMatchObject([{ action: 'admin.access_justified' }])
  expect((await (await harness.world.as(from)).notices.list()).items).toEqual([])
  expect(await harness.api.admin.updateClient({ ...change, mayStayUnsigned: true })).toMatchObject({
    therapist: { id: to },
    phone: '555 0100',
  })
})

test('a transfer by a platform admin needs no confirmation for notes of an inactive therapist', async () => {
  const { from, to, buildIdleRecord } = await buildTransfer(harness.world)
  const { clientId } = await buildIdleRecord()
  await harness.api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
  await harness.world.db.updateTable('users').set({ is_active: false }).where('id', '=', from).execute()
  expect(await harness.api.admin.updateClient({ clientId, therapistId: to })).toMatchObject({ therapist: { id: to } })
})
