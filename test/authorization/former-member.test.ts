import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildMember, buildOrganization } from '#test/build.ts'
import { putLive } from '#test/live.ts'
import { putChunk, wav } from '#test/upload.ts'
import { type Api, createWorld, type World } from '#test/world.ts'
import { type AboutRecord, type Expectation, expectations } from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint } from './records.ts'

let world: World
/** A user who stays signed in while they are removed from the organization. */
let formerMember: Api
let record: ClientRecord
let headers: Record<string, string>
let audioUrl: string

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const { userId } = await buildMember(world, { organizationId })
  record = await buildRecord(world, { therapistId: userId, organizationId })
  formerMember = await world.as(userId)
  headers = await world.headersOf(userId)
  // The client is visible before the membership ends.
  await formerMember.clients.get({ clientId: record.clientId })
  const link = await fetch(`${world.url}/api/sessions/${record.sessionId}/playback`, { method: 'POST', headers })
  audioUrl = world.url + (await link.json()).url
  await (await world.as(ownerId)).members.remove({ userId, mayInterrupt: true, mayStayUnsigned: true })
})
afterAll(() => world.close())

const outcomeOf = (expectation: AboutRecord) =>
  expectation.call(formerMember, record).then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )

describe('after the membership has ended', () => {
  const nouns = Object.entries(expectations).map(
    ([noun, endpoints]) => [noun, Object.entries<Expectation>(endpoints)] as const,
  )

  // This test runs first, because an endpoint of a later test signs this device out.
  test('a former member can neither send nor play audio of the organization', async () => {
    const sender = { world, headers }
    expect(await putChunk(sender, record.uploadId, 0, wav(0.2))).toMatchObject({ code: 'upload_missing' })
    expect(await putLive(sender, record.liveSessionId, { bytes: wav(0.2), n: 1 })).toMatchObject({
      code: 'session_missing',
    })
    const played = await fetch(audioUrl, { headers })
    expect([played.status, (await played.json()).code]).toEqual([404, 'session_missing'])
  })

  test.each(nouns)('the endpoints of %s hide a former member’s own records', async (_, endpoints) => {
    const before = await fingerprint(world, [record.clientId])
    for (const [name, expectation] of endpoints) {
      if (expectation.about !== 'record') continue
      expect([name, await outcomeOf(expectation)]).toEqual([name, expectation.hidden])
    }
    expect(await fingerprint(world, [record.clientId])).toBe(before)
  })

  test('no list shows a former member’s own records', async () => {
    const asked = nouns.flatMap(([, endpoints]) => endpoints.map(([, expectation]) => expectation))
    const shown: unknown[] = []
    for (const expectation of asked) {
      if (expectation.about === 'record') continue
      const answer =
        expectation.about === 'list' ? expectation.call(formerMember, record) : expectation.call(formerMember)
      shown.push(await answer.catch((error: unknown) => String(error)))
    }
    expect(shown.length).toBeGreaterThan(20)
    expect(JSON.stringify(shown)).not.toContain(record.marker)
    expect(JSON.stringify(shown)).not.toContain(record.clientId)
  })
})
