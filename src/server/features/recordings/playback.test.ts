import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFiles } from '#server/providers/files/create.ts'
import { buildClient, buildMember, buildOrganization, buildSession, buildUser } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { ticketMinutes } from './ticket.ts'

let world: World
let folder = ''
let now = new Date()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attend-playback-'))
  const files = createFiles({ kind: 'local', folder, masterKey: Buffer.alloc(32, 7) })
  world = await createWorld({ providers: { files, clock: () => now } })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const bytes = randomBytes(300_000)

/** Creates a session with a stored recording. */
async function buildRecording(clientId: string): Promise<string> {
  const session = await buildSession(world, { clientId })
  const name = `session-recordings/${session.id}.webm`
  await world.providers.files.put(name, parts())
  await world.db
    .insertInto('recordings')
    .values({
      session_id: session.id,
      organization_id: session.organizationId,
      therapist_id: session.therapistId,
      file_name: 'session.webm',
      media_type: 'audio/webm',
      size: bytes.length,
      state: 'stored',
      storage_name: name,
    })
    .execute()
  return session.id
}

async function* parts(): AsyncGenerator<Uint8Array> {
  yield bytes
}

let therapist = ''
let clientId = ''
let sessionId = ''
/** A test opens links and requests audio with the same sign-in, because a ticket is valid for one sign-in only. */
let me: {
  headers: Record<string, string>
  open: (
    id?: string,
  ) => Promise<{ status: number; body: { url: string; code?: string; expiresAt: string; mediaType: string } }>
}

async function signIn(userId: string) {
  const headers = await world.headersOf(userId)
  const open = async (id = sessionId) => {
    const response = await fetch(`${world.url}/api/sessions/${id}/playback`, { method: 'POST', headers })
    return { status: response.status, body: await response.json() }
  }
  return { headers, open }
}

beforeEach(async () => {
  now = new Date()
  const client = await buildClient(world)
  therapist = client.therapistId
  clientId = client.id
  sessionId = await buildRecording(clientId)
  me = await signIn(therapist)
})

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(world.url + url, { method, headers })
const content = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a link to the audio', () => {
  test('a link to the audio is valid for ten minutes, and issuing it is audited', async () => {
    const { body } = await me.open()
    expect(body.url).toMatch(/^\/media\/[\w-]+$/)
    expect(body).toMatchObject({
      mediaType: 'audio/webm',
      expiresAt: new Date(now.getTime() + ticketMinutes * 60_000).toISOString(),
    })
    const events = await world.db.selectFrom('audit_events').selectAll().where('resource_id', '=', sessionId).execute()
    expect(events).toMatchObject([{ action: 'recording.played', actor_id: therapist, client_id: clientId }])

    expect((await get(body.url, me.headers)).status).toBe(200)
    now = new Date(now.getTime() + ticketMinutes * 60_000)
    const late = await get(body.url, me.headers)
    expect(late.status).toBe(404)
    expect(await late.json()).toMatchObject({ code: 'playback_expired' })
  })

  test('a link to the audio is valid only for the sign-in that requested it', async () => {
    const { url } = (await me.open()).body
    const elsewhere = await signIn(therapist)
    const owner = await signIn((await buildOrganization(world)).ownerId)
    expect((await get(url, elsewhere.headers)).status).toBe(404)
    expect((await get(url, owner.headers)).status).toBe(404)
    expect((await get(url)).status).toBe(401)
    expect((await get(`${url}x`, me.headers)).status).toBe(404)
    expect((await get('/media/nonsense', me.headers)).status).toBe(404)
  })

  test('a link to the audio becomes invalid when the user is deactivated or signed out', async () => {
    const { url } = (await me.open()).body
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', therapist).execute()
    expect((await get(url, me.headers)).status).toBe(401)
    await world.db.updateTable('users').set({ is_active: true }).where('id', '=', therapist).execute()
    expect((await get(url, me.headers)).status).toBe(200)
    await world.db.deleteFrom('auth_sessions').where('user_id', '=', therapist).execute()
    expect((await get(url, me.headers)).status).toBe(401)
  })

  test('a link to the audio becomes invalid for a supervisor who is no longer assigned to the therapist', async () => {
    const organizationId = (await buildOrganization(world)).id
    const supervisor = (await buildMember(world, { organizationId, role: 'supervisor' })).userId
    const supervised = (await buildMember(world, { organizationId, managedBy: supervisor })).userId
    const theirs = await buildRecording((await buildClient(world, { therapistId: supervised })).id)
    const reader = await signIn(supervisor)
    const { url } = (await reader.open(theirs)).body
    expect((await get(url, reader.headers)).status).toBe(200)
    await world.db
      .updateTable('organization_members')
      .set({ managed_by: null })
      .where('user_id', '=', supervised)
      .execute()
    expect((await get(url, reader.headers)).status).toBe(404)
  })
})

describe('access to the audio', () => {
  test('therapist, supervisor, owner and admin of the clinic can open the audio, and no one else', async () => {
    const organization = await buildOrganization(world)
    const organizationId = organization.id
    const member = async (role: 'admin' | 'supervisor' | 'therapist') =>
      (await buildMember(world, { organizationId, role })).userId
    const supervisor = await member('supervisor')
    const own = (await buildMember(world, { organizationId, managedBy: supervisor })).userId
    const theirs = await buildRecording((await buildClient(world, { therapistId: own })).id)
    for (const person of [own, supervisor, organization.ownerId, await member('admin')]) {
      const { status, body } = await (await signIn(person)).open(theirs)
      expect(status).toBe(200)
      expect(body.url).toContain('/media/')
    }
    const strangers = [
      await member('therapist'),
      await member('supervisor'),
      (await buildOrganization(world)).ownerId,
      await buildUser(world),
      await buildUser(world, { role: 'admin' }),
    ]
    for (const person of strangers) {
      expect(await (await signIn(person)).open(theirs)).toMatchObject({
        status: 404,
        body: { code: 'session_missing' },
      })
    }
    expect((await get(`/api/sessions/${theirs}/playback`, { origin: world.url }, 'POST')).status).toBe(401)
  })

  test('opening the audio fails with session_missing for an unknown session, and recording_missing without a recording', async () => {
    expect(await me.open('00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'session_missing' },
    })
    expect(await me.open('nonsense')).toMatchObject({ status: 404, body: { code: 'session_missing' } })
    const { id } = await buildSession(world, { clientId })
    expect(await me.open(id)).toMatchObject({ status: 404, body: { code: 'recording_missing' } })
  })
})

describe('the audio', () => {
  let url = ''
  beforeEach(async () => {
    url = (await me.open()).body.url
  })

  test('the audio is returned whole, with headers that forbid caching', async () => {
    const response = await get(url, me.headers)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'audio/webm',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store, no-transform',
      'x-content-type-options': 'nosniff',
    })
    expect((await content(response)).equals(bytes)).toBe(true)
  })

  test.each([
    ['bytes=0-', 0, 299_999],
    ['bytes=100000-200000', 100_000, 200_000],
    ['bytes=-1000', 299_000, 299_999],
    ['bytes=299990-999999', 299_990, 299_999],
    ['bytes=7-7', 7, 7],
  ])('the audio is returned in part for the range %s', async (range, start, end) => {
    const response = await get(url, { ...me.headers, range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/300000`)
    expect((await content(response)).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test('a range beyond the end of the audio returns 416', async () => {
    const response = await get(url, { ...me.headers, range: 'bytes=300000-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */300000')
  })

  test('the audio is returned whole instead of as a range if its tag differs from If-Range', async () => {
    const tag = (await get(url, me.headers, 'HEAD')).headers.get('etag') ?? ''
    const range = 'bytes=0-9'
    expect((await get(url, { ...me.headers, range, 'if-range': tag })).status).toBe(206)
    expect((await get(url, { ...me.headers, range, 'if-range': '"another"' })).status).toBe(200)
  })

  test('a HEAD request for the audio returns its headers only', async () => {
    const response = await get(url, me.headers, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('300000')
    expect((await content(response)).length).toBe(0)
    const part = await get(url, { ...me.headers, range: 'bytes=5-9' }, 'HEAD')
    expect([part.status, part.headers.get('content-length')]).toEqual([206, '5'])
  })

  test('the audio is reported as missing if it was deleted from the file store', async () => {
    await world.providers.files.delete(`session-recordings/${sessionId}.webm`)
    const response = await get(url, me.headers)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'recording_missing' })
  })
})
