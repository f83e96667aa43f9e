import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import type { ClientRecord } from '#test/authorization/records.ts'
import { connectAs, refused } from '#test/isolation/as-role.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { transcriptFile } from '#test/transcript.ts'
import { buildTransfer, type Transfer } from '#test/transfer.ts'
import type { World } from '#test/world.ts'
import { correctionJobs } from './jobs.ts'

let world: World
let services: Services
let close: () => Promise<void>
let transfer: Transfer
let record: ClientRecord
let receiptId: string

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
})
afterAll(() => close())
beforeEach(async () => {
  transfer = await buildTransfer(world)
  record = await transfer.buildIdleRecord()
  const deletion = { sessionId: record.sessionId, what: 'recording', reason: 'duplicate' } as const
  ;({ id: receiptId } = await transfer.therapist.corrections.delete(deletion))
})

const run = { signal: new AbortController().signal, isLastTry: () => false }
const erase = () => correctionJobs(services)['corrections.erase']({ receiptId }, run)
const eraseOverdue = () => correctionJobs(services)['corrections.erase_overdue']({}, run)

const storedReceipt = async () =>
  (await transfer.owner.corrections.receipts({ clientId: record.clientId })).items.find(({ id }) => id === receiptId)

async function jobCount(): Promise<number> {
  const { rows } = await sql`select from pgboss.job where name = 'corrections.erase'
    and data->>'receiptId' = ${receiptId}`.execute(world.db)
  return rows.length
}

/** Sets the age of the receipt, and ends the job that the deletion enqueued. */
async function loseJob(age: string): Promise<void> {
  await sql`update deletion_receipts set deleted_at = now() - ${age}::interval where id = ${receiptId}`.execute(
    world.db,
  )
  await sql`update pgboss.job set state = 'failed' where name = 'corrections.erase'
    and data->>'receiptId' = ${receiptId}`.execute(world.db)
}

describe('the job that erases the files of a deletion', () => {
  test.each([
    [
      'the client was transferred',
      () =>
        transfer.owner.clients.transfer({ clientId: record.clientId, therapistId: transfer.to, mayStayUnsigned: true }),
    ],
    [
      'the therapist was removed from the organization',
      () => transfer.owner.members.remove({ userId: transfer.from, mayStayUnsigned: true, mayInterrupt: true }),
    ],
    [
      'the therapist was deactivated',
      () => world.db.updateTable('users').set({ is_active: false }).where('id', '=', transfer.from).execute(),
    ],
  ])('the job erases the file and marks the receipt after %s', async (_event, happen) => {
    await happen()
    await erase()
    expect(await world.providers.files.get(`recordings/${record.sessionId}`)).toBeNull()
    expect(await storedReceipt()).toMatchObject({ filesErasedAt: expect.any(String) })
  })

  test('the job leaves the file of a transcript that was imported after the deletion', async () => {
    const { sessionId } = record
    const name = `transcripts/${sessionId}/original`
    await world.db.updateTable('transcripts').set({ original_name: name }).where('session_id', '=', sessionId).execute()
    const deletion = { sessionId, what: 'transcript', reason: 'wrong file' } as const
    ;({ id: receiptId } = await transfer.therapist.corrections.delete(deletion))
    await transfer.therapist.transcripts.importForSession({ sessionId, ...transcriptFile() })
    await erase()
    expect(await world.providers.files.get(name)).not.toBeNull()
    expect(await storedReceipt()).toMatchObject({ fileCount: 1, filesErasedAt: expect.any(String) })
  })

  test('only the worker can list and mark files to erase', async () => {
    const web = await connectAs(world, 'app_web')
    for (const call of [
      'select app.files_to_erase($1)',
      'select app.mark_erased($1, now())',
      'select app.overdue_erasures() where $1::uuid is not null',
    ])
      expect(await web.outcome(transfer.from, [call, [receiptId]])).toBe(refused)
    await web.close()
  })
})

describe('the scheduled job for overdue erasures', () => {
  test('enqueues the erasure of a receipt whose job was lost, once', async () => {
    await loseJob('61 minutes')
    const before = await jobCount()
    await eraseOverdue()
    expect(await jobCount()).toBe(before + 1)
    await eraseOverdue()
    expect(await jobCount()).toBe(before + 1)
  })

  test.each([
    ['is younger than an hour', () => loseJob('59 minutes')],
    [
      'is erased',
      async () => {
        await loseJob('2 hours')
        await erase()
      },
    ],
  ])('does not enqueue a receipt that %s', async (_state, reach) => {
    await reach()
    const before = await jobCount()
    await eraseOverdue()
    expect(await jobCount()).toBe(before)
  })

  test('does not enqueue a receipt without files', async () => {
    const deletion = { sessionId: record.sessionId, what: 'transcript', reason: 'duplicate' } as const
    ;({ id: receiptId } = await transfer.therapist.corrections.delete(deletion))
    await loseJob('2 hours')
    await eraseOverdue()
    expect(await jobCount()).toBe(0)
  })
})
