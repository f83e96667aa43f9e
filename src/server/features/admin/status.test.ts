import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPlatformAdmin } from '#test/build.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

const now = new Date('2026-11-23T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)

let world: World
let admin: Api

beforeAll(async () => {
  world = await createWorld({ providers: { clock: () => now } })
  admin = (await buildPlatformAdmin(world)).api
})
afterAll(() => world.close())

const complete = { row_count: 10, file_count: 2, lost_file_count: 1, size: 5000 }

test('the panel reports a missing backup, a failed one, and one that is older than 26 hours', async () => {
  const backup = async () => (await admin.admin.status()).backup
  expect(await backup()).toEqual({ isNightly: false, last: null, isOverdue: true, failure: null })

  const insert = (hours: number, outcome: typeof complete | { failure: string }) =>
    world.db
      .insertInto('backups')
      .values({ began_at: hoursAgo(hours), finished_at: hoursAgo(hours), ...outcome })
      .execute()
  await insert(27, complete)
  const last = { at: hoursAgo(27).toISOString(), size: 5000, files: 2, lostFiles: 1 }
  expect(await backup()).toMatchObject({ last, isOverdue: true, failure: null })

  await insert(3, { failure: 'ENOSPC' })
  expect(await backup()).toMatchObject({
    isOverdue: true,
    failure: { at: hoursAgo(3).toISOString(), reason: 'ENOSPC' },
  })

  await insert(2, complete)
  expect(await backup()).toMatchObject({ last: { at: hoursAgo(2).toISOString() }, isOverdue: false, failure: null })
})
