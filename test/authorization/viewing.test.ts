import { isContractProcedure } from '@orpc/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#shared/contract/contract.ts'
import { accountHeader, notViewing, viewingHeader } from '#shared/rules/viewing.ts'
import { createWorld, type Api, type World } from '#test/world.ts'
import { putLive } from '#test/live.ts'
import { putChunk, wav } from '#test/upload.ts'
import { viewAs } from '#test/viewing.ts'
import { buildPersonas, type Personas } from './personas.ts'
import { type Expectation, expectations, type Outcome } from './expectations.ts'
import { buildRecord, type ClientRecord, fingerprint } from './records.ts'

// The outcome of every endpoint for an owner who views data as one of their therapists.

let world: World
let personas: Personas
let owner: Api
let record: ClientRecord
let colleagues: ClientRecord

beforeAll(async () => {
  world = await createWorld({ settings: { OFFER_DEMO: 'false' } })
  personas = await buildPersonas(world)
  record = await buildRecord(world, { therapistId: personas.ids.therapist, organizationId: personas.organizationId })
  colleagues = await buildRecord(world, {
    therapistId: personas.ids.colleague,
    organizationId: personas.organizationId,
  })
  owner = await viewAs(world, personas.ids.owner, personas.ids.therapist)
})
afterAll(() => world.close())

/** Outcomes for the viewer that differ from those for the viewed therapist. */
const viewerOutcomes: Record<string, Outcome> = {
  // Only the therapist sees a session while it is recorded.
  'recordings.live': 'recording_missing',
  // While viewing, the sign-in is that of the viewer, so the sign-ins and factors of the viewed account are hidden.
  'accounts.secondFactor': 'not_allowed',
  'accounts.signIns': 'not_allowed',
  // The call adds a template first, which viewers may not do.
  'templates.versions': 'viewing_read_only',
}

/** Endpoints that the test does not call: those that sign in again, and the endpoint that ends the viewing. */
const excluded = new Set(['demo.enter', 'invitations.accept', 'viewing.stop'])

function expectationOf(noun: string, name: string): Expectation {
  const endpoints = Object.entries(expectations).find(([key]) => key === noun)?.[1] ?? {}
  const found = Object.entries<Expectation>(endpoints).find(([key]) => key === name)?.[1]
  if (!found) throw new Error(`there is no expectation of ${noun}.${name}`)
  return found
}

/** The outcome for the viewed therapist. */
function therapistOutcome(expectation: Expectation): Outcome {
  if (expectation.about === 'record') return expectation.own
  return expectation.about === 'list' ? 'ok' : (expectation.except?.therapist ?? expectation.everyone)
}

async function call(expectation: Expectation): Promise<{ outcome: string; text: string }> {
  const called = expectation.about === 'caller' ? expectation.call(owner) : expectation.call(owner, record)
  return await called.then(
    (response) => ({ outcome: 'ok', text: JSON.stringify(response) ?? '' }),
    (error: unknown) => ({
      outcome: error instanceof Error && 'code' in error ? String(error.code) : String(error),
      text: JSON.stringify(error) ?? '',
    }),
  )
}

describe.each(Object.entries(contract))('the endpoints of %s', (noun, endpoints) => {
  test.each(Object.entries(endpoints))(
    'the endpoint %s works for a viewer as for the viewed therapist if it only reads, else rejects the viewer',
    async (name, endpoint) => {
      if (excluded.has(`${noun}.${name}`)) return
      if (!isContractProcedure(endpoint)) throw new Error('no endpoint')
      const expectation = expectationOf(noun, name)
      const before = await fingerprint(world, [record.clientId])
      const { outcome, text } = await call(expectation)
      const isRead = endpoint['~orpc'].meta['whileViewing'] === true
      expect(outcome).toBe(
        isRead
          ? (viewerOutcomes[`${noun}.${name}`] ?? therapistOutcome(expectation))
          : ('viewing_read_only' satisfies Outcome),
      )
      // Lists contain the therapist's records and none that only the owner sees.
      const isToShow = isRead && expectation.about === 'list' && name !== 'unfinished'
      expect(text.includes(record.marker) || !isToShow).toBe(true)
      expect(text).not.toContain(colleagues.marker)
      expect(await fingerprint(world, [record.clientId])).toBe(before)
    },
  )
})

describe('raw routes and headers', () => {
  async function headersOfViewer() {
    const headers = await world.headersOf(personas.ids.owner)
    const url = `${world.url}/api/viewing`
    const body = JSON.stringify({ userId: personas.ids.therapist })
    await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    return headers
  }

  test('a viewer cannot send audio', async () => {
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

  test('a viewer can play a recording', async () => {
    const headers = await headersOfViewer()
    const response = await fetch(`${world.url}/api/sessions/${record.sessionId}/playback`, {
      method: 'POST',
      headers,
    })
    const { url } = await response.json()
    expect((await fetch(world.url + url, { headers })).status).toBe(200)
  })

  test('a viewer can sign out', async () => {
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

  test('response headers name the viewed user and the viewer', async () => {
    const headers = await headersOfViewer()
    const headerOf = async (path: string, method = 'GET', header = viewingHeader) =>
      (await fetch(`${world.url}/api/${path}`, { method, headers })).headers.get(header)
    expect(await headerOf('me')).toBe(personas.ids.therapist)
    expect(await headerOf('me', 'GET', accountHeader)).toBe(personas.ids.owner)
    expect(await headerOf(`clients/${record.clientId}/archive`, 'POST')).toBe(personas.ids.therapist)
    await fetch(`${world.url}/api/viewing`, { method: 'DELETE', headers })
    expect(await headerOf('me')).toBe(notViewing)
  })
})
