import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrafter } from '#server/providers/drafter/create.ts'
import { answerWith, type Endpoint, openEndpoint } from '#server/providers/drafter/endpoint.fixture.ts'
import { catalog } from '#server/jobs/catalog.ts'
import { buildClient, buildSession, buildTranscript } from '#test/build.ts'
import { buildClinic } from '#test/clinic.ts'
import { watchToEnd } from '#test/transcript.ts'
import { createWorld, type World } from '#test/world.ts'

let endpoint: Endpoint
let world: World
beforeAll(async () => {
  const answer = answerWith({
    Subjective: [{ text: 'Boas slept.', evidence: [{ utterance: 2, quote: 'slept' }] }],
  })
  endpoint = await openEndpoint((body) => (body.includes('called Silenia') ? 'never' : answer))
  const drafter = createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })
  world = await createWorld({ providers: { drafter } })
})
afterAll(async () => {
  await endpoint.close()
  await world.close()
})

/** Creates an organization with one client, and sessions of the client with transcripts. */
async function buildSessions(firstName: string, count: number) {
  const { therapist, therapistId } = await buildClinic(world)
  const { id: clientId } = await buildClient(world, { therapistId, firstName })
  const sessionIds: string[] = []
  for (let at = 0; at < count; at++) {
    const { id: sessionId } = await buildSession(world, { clientId })
    await buildTranscript(world, { sessionId })
    sessionIds.push(sessionId)
  }
  return { therapist, sessionIds }
}

test('drafts of one organization that hang do not delay the drafts of another organization', async () => {
  const hanging = await buildSessions('Silenia', catalog['notes.draft'].concurrency + 2)
  const unblocked = await buildSessions('Boas', 1)
  for (const sessionId of hanging.sessionIds) await hanging.therapist.notes.generate({ sessionId })
  await world.worker()
  await expect.poll(() => endpoint.bodies.length, { timeout: 15_000 }).toBe(catalog['notes.draft'].perOrganization)

  const [sessionId = ''] = unblocked.sessionIds
  await unblocked.therapist.notes.generate({ sessionId })
  const progress = await watchToEnd(unblocked.therapist, sessionId)
  expect(progress.at(-1)).toMatchObject({ stage: 'complete', error: null })
  expect((await unblocked.therapist.notes.get({ sessionId })).note).toMatchObject({ state: 'ready' })
  const states = await Promise.all(
    hanging.sessionIds.map(async (id) => (await hanging.therapist.notes.get({ sessionId: id })).note.state),
  )
  expect(new Set(states)).toEqual(new Set(['generating']))
}, 60_000)
