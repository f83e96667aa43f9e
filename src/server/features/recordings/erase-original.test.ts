import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#server/context.ts'
import type { ClientRecord } from '#test/authorization/records.ts'
import { connectAs, refused } from '#test/isolation/as-role.ts'
import { createWorkerWorld } from '#test/jobs.ts'
import { buildTransfer, type Transfer } from '#test/transfer.ts'
import type { World } from '#test/world.ts'
import { recordingJobs } from './jobs.ts'

let world: World
let services: Services
let close: () => Promise<void>
let transfer: Transfer
let record: ClientRecord

beforeAll(async () => {
  ;({ world, services, close } = await createWorkerWorld())
})
afterAll(() => close())
beforeEach(async () => {
  transfer = await buildTransfer(world)
  record = await transfer.buildIdleRecord()
})

describe('the job that erases the original of a stored recording', () => {
  test.each([
    [
      'the client was transferred',
      () =>
        transfer.owner.clients.transfer({ clientId: record.clientId, therapistId: transfer.to, mayStayUnsigned: true }),
    ],
    [
      'the therapist was deactivated',
      () => world.db.updateTable('users').set({ is_active: false }).where('id', '=', transfer.from).execute(),
    ],
  ])('the job erases the original, but not the audio, after %s', async (_event, happen) => {
    const { sessionId } = record
    const audio = `recordings/${sessionId}`
    await services.files.put(`${audio}.original`, Readable.from([Buffer.from('original')]))
    await happen()
    const run = { signal: new AbortController().signal, isLastTry: () => false }
    await recordingJobs(services)['recordings.erase_original']({ sessionId }, run)
    expect(await services.files.get(`${audio}.original`)).toBeNull()
    expect(await services.files.get(audio)).not.toBeNull()
  })

  test('only the worker can find the stored recording of a session without a user', async () => {
    const web = await connectAs(world, 'app_web')
    expect(await web.outcome(transfer.from, ['select app.stored_recording($1)', [record.sessionId]])).toBe(refused)
    await web.close()
  })
})
