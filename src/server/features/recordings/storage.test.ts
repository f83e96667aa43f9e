import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { putLive, spokenWebm } from '#test/live.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const quota = 1_000_000
let world: World

beforeAll(async () => {
  world = await createWorld({ settings: { STORAGE_QUOTA_GB: String(quota / 1024 ** 3), UPLOADS_PER_HOUR: '100' } })
})
afterAll(() => world.close())

async function buildClinic() {
  const { id, ownerId } = await buildOrganization(world)
  const { userId } = await buildMember(world, { organizationId: id })
  const client = await buildClient(world, { therapistId: userId, organizationId: id })
  return { id, ownerId, userId, clientId: client.id, api: await world.as(userId) }
}

const upload = (api: Api, clientId: string, size: number) =>
  api.recordings.startUpload({
    clientId,
    fileName: 'session.wav',
    mediaType: 'audio/wav',
    size,
    settingType: 'telehealth',
  })

async function countBytes(holderId: string) {
  const row = world.db.selectFrom('storage_used').where('holder_id', '=', holderId).select('bytes')
  return (await row.executeTakeFirst())?.bytes ?? 0
}

/** Counts the finished storage jobs of an organization. */
async function countStorageJobs(organizationId: string) {
  const { rows } = await sql`
    select from pgboss.job where name = 'recordings.storage' and state = 'completed'
      and data->>'organizationId' = ${organizationId}`.execute(world.db)
  return rows.length
}

describe('the storage of an organization', () => {
  test('an organization can upload up to its quota, even if fifty uploads start at once', async () => {
    const { id, clientId, api } = await buildClinic()
    await api.recordings.cancelUpload({ uploadId: (await upload(api, clientId, 1000)).id })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => upload(api, clientId, quota / 10)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const rejections = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    for (const reason of rejections) expect(reason).toMatchObject({ code: 'storage_full', status: 413 })
    expect(await countBytes(id)).toBe(quota)
    await expect(api.recordings.start({ clientId, requestId: randomUUID() })).rejects.toMatchObject({
      code: 'storage_full',
    })
  })

  test('storage is counted for each organization, and for a therapist’s clients without an organization', async () => {
    const [full, other] = [await buildClinic(), await buildClinic()]
    await upload(full.api, full.clientId, quota)
    expect(await upload(other.api, other.clientId, quota / 2)).toBeTruthy()
    const alone = await buildClient(world, { therapistId: full.userId, organizationId: null })
    expect(await upload(full.api, alone.id, quota)).toBeTruthy()
    await expect(upload(full.api, alone.id, 1)).rejects.toMatchObject({ code: 'storage_full' })
  })

  test('a discarded upload frees its storage', async () => {
    const { id, clientId, api } = await buildClinic()
    const { id: uploadId } = await upload(api, clientId, quota)
    await expect(upload(api, clientId, 1)).rejects.toMatchObject({ code: 'storage_full' })
    await api.recordings.cancelUpload({ uploadId })
    expect(await countBytes(id)).toBe(0)
    expect(await upload(api, clientId, quota)).toBeTruthy()
  })

  test('full storage does not stop a recording in progress, and its audio is counted', async () => {
    const { id, userId, clientId, api } = await buildClinic()
    const { sessionId } = await api.recordings.start({ clientId, requestId: randomUUID() })
    await upload(api, clientId, quota)
    const headers = await world.headersOf(userId)
    const bytes = await spokenWebm()
    expect(await putLive({ world, headers }, sessionId, { bytes, n: 0 })).toMatchObject({ status: 200 })
    expect(await api.recordings.end({ sessionId, chunks: 1 })).toEqual({ sessionId })
    expect(await countBytes(id)).toBe(quota + bytes.length)
  })

  test('a recording that has not ended counts, and counts once after its end', async () => {
    const { userId, clientId, api } = await buildClinic()
    const { sessionId } = await api.recordings.start({ clientId, requestId: randomUUID() })
    const bytes = await spokenWebm()
    await putLive({ world, headers: await world.headersOf(userId) }, sessionId, { bytes, n: 0 })
    await expect(upload(api, clientId, quota - bytes.length + 1)).rejects.toMatchObject({ code: 'storage_full' })
    const { id: uploadId } = await upload(api, clientId, quota - bytes.length)
    await expect(api.recordings.start({ clientId, requestId: randomUUID() })).rejects.toMatchObject({
      code: 'storage_full',
    })
    await api.recordings.cancelUpload({ uploadId })
    await api.recordings.end({ sessionId, chunks: 1 })
    expect(await upload(api, clientId, quota - bytes.length)).toBeTruthy()
  })

  test('a recording without an organization counts for its therapist alone', async () => {
    const { userId, clientId, api } = await buildClinic()
    const alone = await buildClient(world, { therapistId: userId, organizationId: null })
    const { sessionId } = await api.recordings.start({ clientId: alone.id, requestId: randomUUID() })
    await putLive({ world, headers: await world.headersOf(userId) }, sessionId, { bytes: await spokenWebm(), n: 0 })
    expect(await upload(api, clientId, quota)).toBeTruthy()
    await expect(upload(api, alone.id, quota)).rejects.toMatchObject({ code: 'storage_full' })
  })

  test('the owner gets one notice at 80 % of the storage, and a therapist gets none', async () => {
    const { id, ownerId, userId, clientId, api } = await buildClinic()
    await world.db
      .updateTable('storage_used')
      .set({ bytes: quota * 0.79 })
      .where('holder_id', '=', id)
      .execute()
    await world.db
      .insertInto('storage_used')
      .values({ holder_id: id, bytes: quota * 0.79 })
      .onConflict((c) => c.doNothing())
      .execute()
    await world.worker()
    const record = async () => {
      const { sessionId } = await api.recordings.start({ clientId, requestId: randomUUID() })
      const headers = await world.headersOf(userId)
      await putLive({ world, headers }, sessionId, { bytes: await spokenWebm(), n: 0 })
      await api.recordings.end({ sessionId, chunks: 1 })
    }
    await record()
    const owner = await world.as(ownerId)
    const lowStorageNotices = async () =>
      (await owner.notices.list()).items.filter(({ kind }) => kind === 'storage_low')
    await expect.poll(async () => (await lowStorageNotices()).length, { timeout: 10_000 }).toBe(1)
    expect((await lowStorageNotices())[0]).toMatchObject({ clientId: null, actorName: null, sessionsLeft: null })
    expect((await lowStorageNotices())[0]?.storagePercent).toBeGreaterThanOrEqual(80)
    await record()
    await expect.poll(() => countStorageJobs(id), { timeout: 15_000 }).toBe(2)
    expect(await lowStorageNotices()).toHaveLength(1)
    expect((await api.notices.list()).items).toEqual([])
  })
})

test('started uploads, including discarded uploads, are limited per user and hour', async () => {
  const other = await createWorld({ settings: { UPLOADS_PER_HOUR: '3' } })
  const { userId } = await buildMember(other)
  const client = await buildClient(other, { therapistId: userId })
  const api = await other.as(userId)
  for (let at = 0; at < 3; at++) await api.recordings.cancelUpload({ uploadId: (await upload(api, client.id, 10)).id })
  await expect(upload(api, client.id, 10)).rejects.toMatchObject({
    code: 'uploads_hourly',
    status: 429,
    message: 'You have started 3 uploads within an hour. Try again in 60 minutes.',
    data: { retryAfterSeconds: expect.any(Number) },
  })
  await other.close()
})
