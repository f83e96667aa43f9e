import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { buildRecord, type ClientRecord } from '#test/authorization/records.ts'
import { buildMember, buildOrganization, buildPlatformAdmin } from '#test/build.ts'
import { conversation, importTranscript, watchToEnd } from '#test/transcript.ts'
import { tablesWith } from '#test/tables-with.ts'
import { viewAs } from '#test/viewing.ts'
import { type Api, createWorld, type World } from '#test/world.ts'

// `canary` is a word of a psychotherapy note and must occur nowhere else. `control` is a word of a transcript and a
// note, and proves that the searches of these tests can find a word.
const canary = 'canaryplume'
const control = 'controlfeather'

const drafter = createFakeDrafter()
const analyst = createFakeAnalyst()
const logLines: string[] = []
let world: World
let clientId: string
let sessionId: string
/** A record whose live session can request suggestions. */
let record: ClientRecord
let therapist: Api
let readers: Record<string, Api>

beforeAll(async () => {
  const lines = new Writable({
    write(chunk, _, done) {
      logLines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace' }, lines)
  world = await createWorld({ providers: { drafter, analyst, log } })
  await world.worker()
  const { id: organizationId, ownerId } = await buildOrganization(world)
  const { userId: supervisorId } = await buildMember(world, { organizationId, role: 'supervisor' })
  const { userId: adminId } = await buildMember(world, { organizationId, role: 'admin' })
  const { userId } = await buildMember(world, { organizationId, managedBy: supervisorId })
  record = await buildRecord(world, { therapistId: userId, organizationId })
  ;({ clientId } = record)
  therapist = await world.as(userId)
  const platformAdmin = await buildPlatformAdmin(world)
  await platformAdmin.api.admin.justify({ kind: 'client', id: clientId, justification: 'Ticket 12.' })
  readers = {
    therapist,
    supervisor: await world.as(supervisorId),
    admin: await world.as(adminId),
    owner: await world.as(ownerId),
    viewer: await viewAs(world, ownerId, userId),
    platformAdmin: platformAdmin.api,
  }
  const text = `The ${canary} song. Her symptoms hide in it.`
  const { id: noteId } = await therapist.psychotherapyNotes.add({
    clientId,
    requestId: randomUUID(),
    text,
    confirmed: ['symptoms'],
  })
  await therapist.psychotherapyNotes.save({ noteId, baseVersion: 1, text: `${text} Again.`, confirmed: ['symptoms'] })
  // Failures are logged and audited, too.
  await therapist.psychotherapyNotes.save({ noteId, baseVersion: 1, text, confirmed: [] }).catch(String)
  await therapist.psychotherapyNotes.add({ clientId, requestId: 'none', text, confirmed: [] }).catch(String)

  sessionId = await importTranscript(
    therapist,
    clientId,
    conversation.replace('Not well.', `Not well, the ${control} fell.`),
  )
  await watchToEnd(therapist, sessionId)
  await therapist.notes.enhance({ sessionId, instructions: `Say more about the ${control}.` })
  await watchToEnd(therapist, sessionId)
  await therapist.insights.analyze({ sessionId })
  await vi.waitUntil(() => analyst.requests.length > 0, 10_000)
  const utterances = [{ id: 'u1', speaker: 'client' as const, text: `The ${control} fell.`, start: 0, end: 1 }]
  await therapist.insights.suggest({ sessionId: record.liveSessionId, utterances })
})
afterAll(() => world.close())

/** Returns the entire note, as users copy it to another record system. */
async function copiedNote(api: Api) {
  const { suggestedId } = await api.copies.profiles()
  return await api.copies.prepare({ sessionId, profileId: suggestedId })
}

/** Returns the responses of endpoints that show, search or export records. */
async function responses(api: Api, search: string): Promise<unknown[]> {
  const calls = [
    api.notes.list({ search }),
    api.notes.get({ sessionId }),
    api.notes.versions({ sessionId }),
    api.notes.version({ sessionId, version: 1 }),
    api.notes.previous({ clientId }),
    api.notes.repetition({ sessionId }),
    api.review.get({ sessionId }),
    api.signatures.get({ sessionId }),
    api.cosign.queue(),
    api.cosign.get({ sessionId }),
    api.cosign.comments({ sessionId }),
    api.copies.last({ sessionId }),
    copiedNote(api),
    api.clients.get({ clientId }),
    api.clients.list({ status: 'all', search }),
    api.clients.pick({ search }),
    api.sessions.listForClient({ clientId }),
    api.transcripts.get({ sessionId }),
    api.insights.get({ sessionId }),
    api.progress.ofAll(),
    api.progress.ofClient({ clientId }),
    api.progress.exportOfAll(),
    api.progress.exportOfClient({ clientId }),
    api.resources.list({ search }),
    api.notices.list(),
    api.audit.ofClient({ clientId }),
    api.audit.ofOrganization({}),
    api.audit.exportOfOrganization({}),
    api.admin.getClient({ clientId }),
    api.admin.listClients({ search }),
    api.admin.listSessions({ search }),
  ]
  // Some endpoints reject this reader. A rejection must not contain the words either.
  const settled = await Promise.allSettled(calls)
  return settled.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))
}

describe('words of a psychotherapy note', () => {
  test.each(['therapist', 'supervisor', 'admin', 'owner', 'viewer', 'platformAdmin'])(
    'the words of a psychotherapy note do not occur in the searches, records, exports and audit trails of the %s',
    async (name) => {
      const api = readers[name] ?? world.anonymous
      expect(JSON.stringify(await responses(api, canary))).not.toContain(canary)
      const found = JSON.stringify(await responses(api, control))
      expect(found.includes(control)).toBe(name !== 'platformAdmin')
    },
  )

  test('the words of a psychotherapy note do not occur in requests to the language model', () => {
    const prompts = JSON.stringify([drafter.requests, analyst.requests, analyst.suggestionRequests])
    expect(drafter.requests.length).toBeGreaterThan(1)
    expect(analyst.suggestionRequests).toHaveLength(1)
    expect(prompts).toContain(control)
    expect(prompts).not.toContain(canary)
  })

  test('the words of a psychotherapy note do not occur in log lines, even if the note cannot be decrypted', async () => {
    // The first run damages a byte of each note, and the second run restores it.
    const toggleByte = sql`update psychotherapy_notes set sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40))`
    await toggleByte.execute(world.db)
    await expect(therapist.psychotherapyNotes.ofClient({ clientId })).rejects.toMatchObject({ code: 'unexpected' })
    await toggleByte.execute(world.db)
    expect(logLines.length).toBeGreaterThan(0)
    expect(logLines.join('')).not.toMatch(new RegExp(`${canary}|${control}`))
  })

  test('the words of a psychotherapy note are in no database table in plain text, hexadecimal or base64', async () => {
    expect(await tablesWith(world, canary)).toEqual([])
    expect(await tablesWith(world, control)).toEqual(expect.arrayContaining(['public.transcripts', 'public.notes']))
  })
})
