import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildMember } from '#test/build.ts'
import { buildClinic, buildOwnNote, buildSignedNote, type Clinic } from '#test/cosigning.ts'
import { sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let clinic: Clinic

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  clinic = await buildClinic(world)
})

const emptyPart = { count: 0, oldestAt: null, oldestSessionId: null }

async function setReadySince(sessionId: string, minutesAgo: number): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await world.db.updateTable('notes').set({ first_ready_at: at }).where('session_id', '=', sessionId).execute()
}

test('the work queue counts notes by their next step, for the author, the supervisor and the organization', async () => {
  const { associate, supervisor } = clinic.apis
  const toSign = await buildOwnNote(world, clinic.ids.associate)
  const older = await buildOwnNote(world, clinic.ids.associate)
  await setReadySince(older, 3000)
  const toReview = await buildOwnNote(world, clinic.ids.associate)
  await world.db.updateTable('notes').set({ to_review_count: 2 }).where('session_id', '=', toReview).execute()
  const returned = await buildSignedNote(world, clinic)
  await supervisor.cosign.comment({
    sessionId: returned,
    version: 1,
    section: 'Subjective',
    sentence: 0,
    text: 'Since when?',
  })
  await supervisor.cosign.return({ sessionId: returned, version: 1 })
  const awaitingCosign = await buildSignedNote(world, clinic)
  expect(await associate.workQueue.get()).toMatchObject({
    toSign: { count: 2, oldestSessionId: older },
    toReview: { count: 1, oldestSessionId: toReview },
    returned: { count: 1, oldestSessionId: returned },
    toCosign: emptyPart,
    associates: [],
    organization: null,
  })
  expect(await supervisor.workQueue.get()).toMatchObject({
    toCosign: { count: 1, oldestSessionId: awaitingCosign },
    associates: [{ name: 'Tamsin Okell', toReview: 1, toSign: 2, returned: 1, awaitingCosign: 1 }],
    organization: null,
  })
  const ofOwner = await clinic.apis.owner.workQueue.get()
  expect(ofOwner).toMatchObject({
    toSign: emptyPart,
    associates: [],
    organization: { toReview: 1, toSign: 2, returned: 1, awaitingCosign: 1 },
  })
  expect(JSON.stringify(ofOwner)).not.toMatch(/Juniper|Vale/)
  await sign(associate, toSign)
  expect((await associate.workQueue.get()).toSign.count).toBe(1)
})

test('a note stays in the work queue if its redraft fails', async () => {
  const sessionId = await buildOwnNote(world, clinic.ids.associate)
  await world.db.updateTable('notes').set({ state: 'failed' }).where('session_id', '=', sessionId).execute()
  expect(await clinic.apis.associate.workQueue.get()).toMatchObject({
    toSign: { count: 1, oldestSessionId: sessionId },
  })
  expect((await clinic.apis.owner.workQueue.get()).organization).toMatchObject({ toSign: 1 })
})

test('a note of a transferred client is not in the work queue of the next therapist', async () => {
  const sessionId = await buildOwnNote(world, clinic.ids.associate)
  const { client } = await clinic.apis.associate.notes.get({ sessionId })
  const other = (await buildMember(world, { organizationId: clinic.organizationId })).userId
  await clinic.apis.owner.clients.transfer({ clientId: client.id, therapistId: other, mayStayUnsigned: true })
  expect((await (await world.as(other)).workQueue.get()).toSign).toEqual(emptyPart)
})

test('the notes of other organizations are not counted in the work queue', async () => {
  await buildOwnNote(world, clinic.ids.associate)
  expect((await clinic.apis.owner.workQueue.get()).organization).toMatchObject({ toSign: 1 })
  const stranger = await world.as((await buildMember(world, { role: 'owner' })).userId)
  expect((await stranger.workQueue.get()).organization).toMatchObject({ toReview: 0, toSign: 0 })
})
