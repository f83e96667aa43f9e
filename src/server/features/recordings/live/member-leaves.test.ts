import { afterAll, beforeEach, expect, test } from 'vitest'
import { putLive, recordLive, sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { buildClient, buildMember, buildPlatformAdmin } from '#test/build.ts'
import { createProcessingHarness } from '#test/processing-harness.ts'
import { buildTransfer, type Transfer } from '#test/transfer.ts'
import { sender, type Sender } from '#test/upload.ts'

const harness = await createProcessingHarness()
const { world } = harness
const spoken = await spokenWebm()
const chunks = slicesOf(spoken, 8)
afterAll(() => harness.close())

let clinic: Transfer
let therapist: Sender
let clientId = ''
beforeEach(async () => {
  clinic = await buildTransfer(world)
  therapist = await sender(world, clinic.from)
  clientId = (await buildClient(world, { therapistId: clinic.from, organizationId: clinic.organizationId })).id
})

/** Starts a recording and sends its first half. */
async function recordHalf() {
  const { sessionId } = await startLive(therapist, clientId)
  await sendSegment(therapist, sessionId, chunks.slice(0, 4))
  return sessionId
}

test('a member who is recording is removed only after a confirmation, and can record until then', async () => {
  const sessionId = await recordHalf()
  for (const api of [clinic.owner, clinic.admin])
    await expect(api.members.remove({ userId: clinic.from })).rejects.toMatchObject({
      code: 'member_recording',
      status: 409,
    })
  // A confirmation about unsigned notes does not confirm the interruption of a recording.
  await expect(clinic.owner.members.remove({ userId: clinic.from, mayStayUnsigned: true })).rejects.toMatchObject({
    code: 'member_recording',
  })
  expect(await sendSegment(therapist, sessionId, chunks.slice(4), { n: 4 })).toBe(8)
  await clinic.owner.members.remove({ userId: clinic.from, mayInterrupt: true })
  const [last] = chunks
  expect(last && (await putLive(therapist, sessionId, { bytes: last, n: 8 }))).toMatchObject({
    code: 'session_missing',
  })
})

test('a confirmation about a recording in progress does not cover other unsigned notes', async () => {
  await recordLive(therapist, clientId, [spoken])
  await recordHalf()
  await expect(clinic.owner.members.remove({ userId: clinic.from, mayInterrupt: true })).rejects.toMatchObject({
    code: 'member_unsigned',
    message: expect.stringContaining('has not signed: 1.'),
  })
})

test('the recording of a removed member stays, and the next therapist can end and process it', async () => {
  const sessionId = await recordHalf()
  await sendSegment(therapist, sessionId, chunks.slice(4), { n: 4 })
  await clinic.owner.members.remove({ userId: clinic.from, mayInterrupt: true, mayStayUnsigned: true })
  await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
  expect((await clinic.nextTherapist.recordings.unfinished()).items).toMatchObject([{ sessionId, nextChunk: 8 }])
  await clinic.nextTherapist.recordings.end({ sessionId, chunks: 8 })
  await harness.run({ sessionId, userId: clinic.to })
  expect(await harness.rowOf(sessionId)).toMatchObject({ state: 'stored', therapist_id: clinic.to })
  expect((await harness.rowOf(sessionId)).duration_seconds).toBeCloseTo(8.28, 1)
})

test('a member must end or discard a recording before leaving, even if the request confirms the interruption', async () => {
  const sessionId = await recordHalf()
  for (const more of [{}, { mayInterrupt: true, mayStayUnsigned: true }])
    await expect(therapist.api.members.remove({ userId: clinic.from, ...more })).rejects.toMatchObject({
      code: 'leave_recording',
      status: 409,
      message: 'You have a recording that has not ended. End or discard it before you leave.',
    })
  await therapist.api.recordings.discard({ sessionId })
  await therapist.api.members.remove({ userId: clinic.from })
})

test('a recording that has ended is processed again after its therapist left and the client was transferred', async () => {
  const sessionId = await recordLive(therapist, clientId, [spoken])
  await therapist.api.members.remove({ userId: clinic.from, mayStayUnsigned: true })
  // The job runs as the former member, who no longer has access, so it changes nothing.
  await harness.run({ sessionId, userId: clinic.from })
  expect(await clinic.owner.sessions.get({ sessionId })).toMatchObject({ status: 'processing' })
  await clinic.owner.clients.transfer({ clientId, therapistId: clinic.to })
  await clinic.nextTherapist.recordings.processAgain({ sessionId })
  await harness.run({ sessionId, userId: clinic.to })
  expect((await harness.rowOf(sessionId)).duration_seconds).toBeCloseTo(8.28, 1)
})

test('a recording in another organization, or of another member, does not block the removal', async () => {
  await recordHalf()
  const left = await clinic.owner.members.remove({ userId: clinic.to })
  expect(left.map(({ userId }) => userId)).not.toContain(clinic.to)
  const elsewhere = await buildTransfer(world)
  await buildMember(world, { organizationId: elsewhere.organizationId, userId: clinic.from })
  const leftElsewhere = await elsewhere.owner.members.remove({ userId: clinic.from })
  expect(leftElsewhere.map(({ userId }) => userId)).not.toContain(clinic.from)
})

test('a platform admin must confirm the removal of a member who is recording', async () => {
  await recordHalf()
  const { api } = await buildPlatformAdmin(world)
  const { members } = await api.admin.getOrganization({ organizationId: clinic.organizationId })
  const memberId = members.find(({ user }) => user.id === clinic.from)?.memberId ?? ''
  await expect(api.admin.removeMember({ memberId })).rejects.toMatchObject({ code: 'member_recording' })
  const after = await api.admin.removeMember({ memberId, mayInterrupt: true })
  expect(after.members.map(({ user }) => user.id)).not.toContain(clinic.from)
})
