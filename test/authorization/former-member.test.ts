import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization } from '#test/build.ts'
import { putLive } from '#test/live.ts'
import { putChunk, wav } from '#test/upload.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { type AboutRecord, type Expectation, expectations } from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint } from './records.ts'

let world: World
/** Somebody whose session stands while they are taken out of the clinic. */
let leaver: Api
let record: ClientRecord
let headers: Record<string, string>
let audioUrl: string

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const { userId } = await buildMember(world, { organizationId })
  record = await buildRecord(world, { therapistId: userId, organizationId })
  leaver = await world.as(userId)
  headers = await world.headersOf(userId)
  // As long as they are a member it answers.
  await leaver.clients.get({ clientId: record.clientId })
  const link = await fetch(`${world.url}/api/sessions/${record.sessionId}/playback`, { method: 'POST', headers })
  audioUrl = world.url + (await link.json()).url
  await (await world.as(ownerId)).members.remove({ userId })
})
afterAll(() => world.close())

const outcomeOf = (expectation: AboutRecord) =>
  expectation.call(leaver, record).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe('to a former member their own work in the clinic does not exist', () => {
  const nouns = Object.entries(expectations).map(
    ([noun, endpoints]) => [noun, Object.entries<Expectation>(endpoints)] as const,
  )

  // First, because an endpoint below signs this device out.
  test('no audio goes in or out', async () => {
    const sender = { world, headers }
    expect(await putChunk(sender, record.uploadId, 0, wav(0.2))).toMatchObject({ code: 'upload_missing' })
    expect(await putLive(sender, record.liveSessionId, { bytes: wav(0.2), n: 1 })).toMatchObject({
      code: 'session_missing',
    })
    const played = await fetch(audioUrl, { headers })
    expect([played.status, (await played.json()).code]).toEqual([404, 'session_missing'])
  })

  test.each(nouns)('%s', async (_, endpoints) => {
    const before = await fingerprint(world, [record.clientId])
    for (const [name, expectation] of endpoints) {
      if (expectation.about !== 'record') continue
      expect([name, await outcomeOf(expectation)]).toEqual([name, expectation.hidden])
    }
    expect(await fingerprint(world, [record.clientId])).toBe(before)
  })

  test('and no list shows it', async () => {
    const asked = nouns.flatMap(([, endpoints]) => endpoints.map(([, expectation]) => expectation))
    const shown: unknown[] = []
    for (const expectation of asked) {
      if (expectation.about === 'record') continue
      const answer = expectation.about === 'list' ? expectation.call(leaver, record) : expectation.call(leaver)
      shown.push(await answer.catch((error: unknown) => String(error)))
    }
    expect(shown.length).toBeGreaterThan(20)
    expect(JSON.stringify(shown)).not.toContain(record.marker)
    expect(JSON.stringify(shown)).not.toContain(record.clientId)
  })
})
