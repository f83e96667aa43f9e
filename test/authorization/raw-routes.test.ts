import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeWav } from '#shared/audio/wav.ts'
import { putLive } from '#test/live.ts'
import { putChunk, wav } from '#test/upload.ts'
import { createWorld, type World } from '#test/world.ts'
import {
  buildPersonas,
  type Personas,
  holderOf,
  kinds,
  type Person,
  principals,
  type Relation,
  relations,
} from './personas.ts'
import { buildRecord, missingRecord } from './records.ts'

const audio = wav(0.2)

let world: World
let personas: Personas

beforeAll(async () => {
  world = await createWorld()
  personas = await buildPersonas(world)
})
afterAll(() => world.close())

async function headersOf(principal: (typeof principals)[number]): Promise<Record<string, string>> {
  return principal === 'anonymous' ? { origin: world.url } : world.headersOf(personas.ids[principal])
}

describe('upload chunks', () => {
  test.each(principals)('%s can send chunks of own uploads only', async (principal) => {
    const headers = await headersOf(principal)
    for (const kind of kinds) {
      const holder = holderOf(personas, kind, principal)
      const { uploadId } = holder
        ? await buildRecord(world, holder)
        : missingRecord(kind === 'malformed' ? 'malformed' : 'nonExistent')
      const isOwn = relations[principal][kind] === 'own'
      const refused = principal === 'anonymous' || principal === 'deactivated' ? 'not_signed_in' : 'upload_missing'
      const { status, code } = await putChunk({ world, headers }, uploadId, 0, audio)
      expect({ kind, status, code }).toMatchObject({ kind, ...(isOwn ? { status: 204 } : { code: refused }) })
    }
  })

  test('a chunk from another site is rejected', async () => {
    const { uploadId } = await buildRecord(world, { therapistId: personas.ids.therapist, organizationId: null })
    const headers = { ...(await headersOf('therapist')), origin: 'https://elsewhere.example' }
    expect(await putChunk({ world, headers }, uploadId, 0, audio)).toEqual({ status: 403, code: 'foreign_origin' })
  })
})

describe('live text', () => {
  async function ask(sessionId: string, headers: Record<string, string>): Promise<number | string> {
    const url = `${world.url}/api/sessions/${sessionId}/live-text`
    const body = encodeWav(new Int16Array(16_000))
    const response = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'audio/wav' }, body })
    return response.ok ? response.status : (await response.json()).code
  }
  const outcomes = {
    own: 200,
    supervises: 'not_allowed',
    administers: 'not_allowed',
    hidden: 'session_missing',
  } as const

  test.each(principals)('%s can get live text of own sessions only', async (principal) => {
    const headers = await headersOf(principal)
    for (const kind of kinds) {
      const holder = holderOf(personas, kind, principal)
      const { sessionId } = holder
        ? await buildRecord(world, holder)
        : missingRecord(kind === 'malformed' ? 'malformed' : 'nonExistent')
      if (holder)
        await world.db.updateTable('sessions').set({ status: 'recording' }).where('id', '=', sessionId).execute()
      const isSignedOut = principal === 'anonymous' || principal === 'deactivated'
      const expected = isSignedOut ? 'not_signed_in' : outcomes[relations[principal][kind]]
      expect([kind, await ask(sessionId, headers)]).toEqual([kind, expected])
    }
  })

  test('a live text request from another site is rejected', async () => {
    const headers = { ...(await headersOf('therapist')), origin: 'https://elsewhere.example' }
    expect(await ask('no-such-thing', headers)).toBe('foreign_origin')
  })
})

describe('live chunks', () => {
  test.each(principals)('%s can send live chunks of own sessions only', async (principal) => {
    const headers = await headersOf(principal)
    for (const kind of kinds) {
      const holder = holderOf(personas, kind, principal)
      const { liveSessionId } = holder
        ? await buildRecord(world, holder)
        : missingRecord(kind === 'malformed' ? 'malformed' : 'nonExistent')
      const refused: Record<Relation, string> = {
        own: 'ok',
        supervises: 'not_allowed',
        administers: 'not_allowed',
        hidden: 'session_missing',
      }
      const isSignedOut = principal === 'anonymous' || principal === 'deactivated'
      const { status, stored, code = 'ok' } = await putLive({ world, headers }, liveSessionId, { bytes: audio, n: 1 })
      expect({ kind, code }).toEqual({
        kind,
        code: isSignedOut ? 'not_signed_in' : refused[relations[principal][kind]],
      })
      expect(stored).toEqual(status === 200 ? { nextChunk: 2, savedMs: 1000 } : undefined)
    }
  })

  test('a live chunk from another site is rejected', async () => {
    const { liveSessionId } = await buildRecord(world, { therapistId: personas.ids.therapist, organizationId: null })
    const headers = { ...(await headersOf('therapist')), origin: 'https://elsewhere.example' }
    const response = await putLive({ world, headers }, liveSessionId, { bytes: audio, n: 1 })
    expect(response).toMatchObject({ status: 403, code: 'foreign_origin' })
  })
})

describe('invoice files', () => {
  const outcomes: Record<string, string> = {
    anonymous: 'not_signed_in',
    deactivated: 'not_signed_in',
    noOrganization: 'no_organization',
    platformAdmin: 'no_organization',
    verifiedAdmin: 'no_organization',
    // These organizations have no billing account. features/billing/billing.test.ts tests the outcomes with one.
    admin: 'billing_account_incomplete',
    owner: 'billing_account_incomplete',
    otherOwner: 'billing_account_incomplete',
  }

  test.each(principals)('%s gets the expected outcome for an invoice file', async (principal) => {
    const headers = await headersOf(principal)
    const response = await fetch(`${world.url}/api/billing/invoices/in_1/file`, { headers })
    expect(await response.json()).toMatchObject({ code: outcomes[principal] ?? 'not_allowed' })
  })
})

describe('events of the payment provider', () => {
  test.each(principals)('%s cannot send a payment event', async (principal) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { object: { customer: 'cus_1' } } })
    const headers = { ...(await headersOf(principal)), 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` }
    const response = await fetch(`${world.url}/api/webhooks/payments`, { method: 'POST', headers, body })
    expect(response.status).toBe(400)
  })
})

describe('audio links', () => {
  async function ticketOf(person: Person, headers: Record<string, string>): Promise<string> {
    const holder = holderOf(personas, 'own', person)
    if (!holder) throw new Error('a person has a record of their own')
    const { sessionId } = await buildRecord(world, holder)
    const response = await fetch(`${world.url}/api/sessions/${sessionId}/playback`, { method: 'POST', headers })
    return (await response.json()).url
  }

  async function play(url: string, headers: Record<string, string>): Promise<number | string> {
    const response = await fetch(world.url + url, { headers })
    const body = await response.text()
    return response.ok ? response.status : JSON.parse(body).code
  }

  test('an audio link is valid only for the sign-in that requested it', async () => {
    const headers = await headersOf('therapist')
    const url = await ticketOf('therapist', headers)
    expect(await play(url, headers)).toBe(200)
    for (const principal of principals) {
      const refused = principal === 'anonymous' ? 'not_signed_in' : 'playback_expired'
      expect([principal, await play(url, await headersOf(principal))]).toEqual([principal, refused])
    }
  })

  test('an audio link stops working once its user is deactivated', async () => {
    const headers = await headersOf('colleague')
    const url = await ticketOf('colleague', headers)
    expect(await play(url, headers)).toBe(200)
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', personas.ids.colleague).execute()
    expect(await play(url, headers)).toBe('not_signed_in')
  })

  test('a forged audio link is rejected', async () => {
    const headers = await headersOf('therapist')
    const url = await ticketOf('therapist', headers)
    const forged = url.slice(0, -3) + (url.endsWith('AAA') ? 'BBB' : 'AAA')
    expect(await play(forged, headers)).toBe('playback_expired')
    expect(await play('/media/x', headers)).toBe('playback_expired')
  })
})
