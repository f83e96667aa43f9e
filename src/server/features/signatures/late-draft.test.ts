import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { buildSigner, sign } from '#test/signing.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let release: () => void = () => undefined
const started = Promise.withResolvers<void>()

beforeAll(async () => {
  const gate = new Promise<void>((resolve) => (release = resolve))
  const fake = createFakeDrafter()
  const drafter: typeof fake = {
    ...fake,
    draft: async (request) => {
      started.resolve()
      await gate
      return await fake.draft(request)
    },
  }
  world = await createWorld({ providers: { drafter } })
})
afterAll(() => world.close())

test('a draft that ends after the note was signed is discarded', async () => {
  const signer = await buildSigner(world)
  const sessionId = await signer.draft()
  await signer.api.notes.enhance({ sessionId, instructions: 'Shorter.' })
  await world.worker()
  await started.promise
  // Makes the note signable although the job of the draft still runs.
  await world.db.updateTable('notes').set({ state: 'ready' }).where('session_id', '=', sessionId).execute()
  await sign(signer.api, sessionId)
  release()
  const openRequests = () =>
    world.db
      .selectFrom('note_requests')
      .where('session_id', '=', sessionId)
      .where('state', '=', 'open')
      .select('id')
      .execute()
  await expect.poll(openRequests, { timeout: 15_000 }).toEqual([])
  expect((await signer.api.notes.get({ sessionId })).note).toMatchObject({
    version: 1,
    status: 'signed',
    state: 'ready',
  })
  expect((await signer.api.signatures.get({ sessionId })).signatures).toMatchObject([{ isIntact: true }])
})
