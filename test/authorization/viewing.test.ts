import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { createWorld, type Api, type World } from '#test/world.ts'
import { putLive } from '#test/live.ts'
import { putChunk, wav } from '#test/upload.ts'
import { viewAs } from '#test/viewing.ts'
import { buildCast, type Cast } from './personas.ts'
import { type Expectation, expectations, type Outcome } from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint } from './records.ts'

// What the clinic's owner is answered by every endpoint while they view data as one of its therapists.

let world: World
let cast: Cast
let owner: Api
let record: ClientRecord
let colleagues: ClientRecord

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  cast = await buildCast(world)
  record = await buildRecord(world, { therapistId: cast.ids.therapist, organizationId: cast.organizationId })
  colleagues = await buildRecord(world, { therapistId: cast.ids.colleague, organizationId: cast.organizationId })
  owner = await viewAs(world, cast.ids.owner, cast.ids.therapist)
})
afterAll(() => world.close())

/** What the viewed therapist is answered about a record of their own, where it is not the same for the viewer. */
const otherwise: Record<string, Outcome> = {
  // Nobody but the person follows a session while it is recorded.
  'recordings.live': 'recording_missing',
  // The sign-in is not theirs.
  'accounts.secondFactor': 'not_allowed',
  'accounts.signIns': 'not_allowed',
}

/** Asked as nobody: they sign somebody in anew. And what ends the viewing. */
const beside = new Set(['demo.enter', 'invitations.accept', 'viewing.stop'])

function expectationOf(noun: string, name: string): Expectation {
  const endpoints = Object.entries(expectations).find(([key]) => key === noun)?.[1] ?? {}
  const found = Object.entries<Expectation>(endpoints).find(([key]) => key === name)?.[1]
  if (!found) throw new Error(`nothing is expected of ${noun}.${name}`)
  return found
}

/** What the viewed therapist is answered. */
function forTherapist(expectation: Expectation): Outcome {
  if (expectation.about === 'record') return expectation.own
  return expectation.about === 'list' ? 'ok' : (expectation.except?.therapist ?? expectation.everyone)
}

async function call(expectation: Expectation): Promise<{ outcome: string; text: string }> {
  const called = expectation.about === 'caller' ? expectation.call(owner) : expectation.call(owner, record)
  return await called.then(
    (answer) => ({ outcome: 'ok', text: JSON.stringify(answer) ?? '' }),
    (error: unknown) => ({
      outcome: error instanceof Error && 'code' in error ? String(error.code) : String(error),
      text: JSON.stringify(error) ?? '',
    }),
  )
}

describe.each(Object.entries(contract))('%s', (noun, endpoints) => {
  test.each(Object.entries(endpoints))('%s', async (name, endpoint) => {
    if (beside.has(`${noun}.${name}`)) return
    if (!isContractProcedure(endpoint)) throw new Error('no endpoint')
    const expectation = expectationOf(noun, name)
    const before = await fingerprint(world, [record.clientId])
    const { outcome, text } = await call(expectation)
    const isRead = endpoint['~orpc'].meta['whileViewing'] === true
    expect(outcome).toBe(
      isRead ? (otherwise[`${noun}.${name}`] ?? forTherapist(expectation)) : ('viewing_read_only' satisfies Outcome),
    )
    // Every list is the therapist's, without what the owner sees beside it.
    const isToShow = expectation.about === 'list' && name !== 'unfinished'
    expect(text.includes(record.marker) || !isToShow).toBe(true)
    expect(text).not.toContain(colleagues.marker)
    expect(await fingerprint(world, [record.clientId])).toBe(before)
  })
})

describe('beside the contract', () => {
  async function headersOfViewer() {
    const headers = await world.headersOf(cast.ids.owner)
    const url = `${world.url}/api/viewing`
    const body = JSON.stringify({ userId: cast.ids.therapist })
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    return headers
  }

  test('no audio is taken', async () => {
    const headers = await headersOfViewer()
    const audio = wav(0.2)
    expect(await putChunk({ world, headers }, record.uploadId, 0, audio)).toMatchObject({ code: 'viewing_read_only' })
    const live = await putLive({ world, headers }, record.liveSessionId, { bytes: audio, n: 1 })
    expect(live).toMatchObject({ code: 'viewing_read_only' })
    const url = `${world.url}/api/sessions/${record.liveSessionId}/live-text`
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'audio/wav' },
      body: audio,
    })
    expect(await response.json()).toMatchObject({ code: 'viewing_read_only' })
  })

  test('a recording is heard', async () => {
    const headers = await headersOfViewer()
    const answer = await fetch(`${world.url}/api/sessions/${record.sessionId}/playback`, {
      method: 'POST',
      headers,
    })
    const { url } = await answer.json()
    expect((await fetch(world.url + url, { headers })).status).toBe(200)
  })

  test('one signs out as ever', async () => {
    const headers = await headersOfViewer()
    const out = await fetch(`${world.url}/api/auth/sign-out`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(out.status).toBe(200)
    const me = await fetch(`${world.url}/api/me`, { headers })
    expect(await me.json()).toMatchObject({ code: 'not_signed_in' })
  })

  test('the answer says as whom it was given', async () => {
    const headers = await headersOfViewer()
    const asked = async (path: string, method = 'GET', header = 'x-viewing-as') =>
      (await fetch(`${world.url}/api/${path}`, { method, headers })).headers.get(header)
    expect(await asked('me')).toBe(cast.ids.therapist)
    expect(await asked('me', 'GET', 'x-account')).toBe(cast.ids.owner)
    expect(await asked(`clients/${record.clientId}/archive`, 'POST')).toBe(cast.ids.therapist)
    await fetch(`${world.url}/api/viewing`, { method: 'DELETE', headers })
    expect(await asked('me')).toBe('nobody')
  })
})
