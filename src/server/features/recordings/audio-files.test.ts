import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AudioFiles } from '#shared/contract/recordings.ts'
import { buildClient, buildMember, buildOrganization } from '#test/build.ts'
import { recordLive, sendSegment, slicesOf, spokenWebm, startLive } from '#test/live.ts'
import { createProcessingHarness } from '#test/processing-harness.ts'
import { buildSender, type Sender, sender, uploadFile } from '#test/upload.ts'

const harness = await createProcessingHarness()
const { world } = harness
const spoken = await spokenWebm()
const webkit = Buffer.from(await readFile(new URL('../../providers/media/fixtures/webkit-paused.mp4', import.meta.url)))
const garbage = Buffer.concat([spoken.subarray(0, 40), Buffer.alloc(300_000, 'no audio ')])
afterAll(() => harness.close())

let me: Sender
let clientId = ''
let userId = ''
beforeEach(async () => {
  ;({ me, clientId, userId } = await buildSender(world))
})

/** Requests the links with the same headers as the downloads, because a ticket is valid for one sign-in only. */
async function linksOf({ headers }: Sender, sessionId: string): Promise<AudioFiles['files']> {
  const response = await fetch(`${world.url}/api/sessions/${sessionId}/audio-files`, { method: 'POST', headers })
  return AudioFiles.parse(await response.json()).files
}

async function downloadAll(from: Sender, sessionId: string) {
  const files = await linksOf(from, sessionId)
  return await Promise.all(
    files.map(async ({ url, fileName, bytes }) => {
      const response = await fetch(world.url + url, { headers: from.headers })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`)
      expect(response.headers.get('content-length')).toBe(String(bytes))
      expect(response.headers.get('cache-control')).toContain('no-store')
      return {
        fileName: fileName.replace(/\d{4}-\d\d-\d\d/, 'DATE'),
        content: Buffer.from(await response.arrayBuffer()),
      }
    }),
  )
}

describe('the audio of a session can be downloaded', () => {
  test('each part of a recording can be downloaded byte for byte if no part can be read as audio', async () => {
    const sessionId = await recordLive(me, clientId, [garbage, garbage.subarray(0, 5000)], { chunksEach: 3 })
    await harness.run({ sessionId, userId })
    expect(await harness.progressOf(sessionId)).toMatchObject({ stage: 'failed', error_code: 'recording_unreadable' })
    const files = await downloadAll(me, sessionId)
    expect(files.map(({ fileName }) => fileName)).toEqual([
      'session-DATE-part-1-of-2.webm',
      'session-DATE-part-2-of-2.webm',
    ])
    expect(files.map(({ content }) => content.equals(garbage))).toEqual([true, false])
    expect(files[1]?.content.equals(garbage.subarray(0, 5000))).toBe(true)
  })

  test('a live recording can be downloaded in parts before it is processed, and as one file afterwards', async () => {
    const sessionId = await recordLive(me, clientId, [webkit, webkit])
    expect((await downloadAll(me, sessionId)).map(({ content }) => content.equals(webkit))).toEqual([true, true])
    await harness.run({ sessionId, userId })
    const [file, ...more] = await downloadAll(me, sessionId)
    expect(more).toEqual([])
    expect(file?.content.equals(await harness.stored(sessionId))).toBe(true)
  })

  test('the original file of an upload can be downloaded before it is processed, and if it cannot be read', async () => {
    const sessionId = await uploadFile(me, clientId, garbage, { fileName: 'Harlan, third.webm' })
    for (const moment of ['before', 'after']) {
      const files = await downloadAll(me, sessionId)
      expect([moment, files.map(({ fileName }) => fileName)]).toEqual([moment, ['session-DATE.webm']])
      expect(files[0]?.content.equals(garbage)).toBe(true)
      await harness.run({ sessionId, userId })
    }
    expect(await harness.rowOf(sessionId)).toMatchObject({ state: 'unreadable' })
  })

  test('only the session’s therapist can request audio links, which are audited and valid for the same sign-in', async () => {
    const organization = await buildOrganization(world)
    const [owner, therapist] = await Promise.all([
      buildMember(world, { organizationId: organization.id, role: 'owner' }),
      buildMember(world, { organizationId: organization.id, role: 'therapist' }),
    ])
    const client = await buildClient(world, { therapistId: therapist.userId, organizationId: organization.id })
    const own = await sender(world, therapist.userId)
    const sessionId = await recordLive(own, client.id, [garbage])
    const [file] = await linksOf(own, sessionId)
    const url = file?.url ?? ''
    const others = [
      [await sender(world, owner.userId), 'not_allowed'],
      [me, 'session_missing'],
    ] as const
    for (const [other, code] of others) {
      await expect(other.api.recordings.audioFiles({ sessionId })).rejects.toMatchObject({ code })
      const response = await fetch(world.url + url, { headers: other.headers })
      expect((await response.json()).code).toBe('playback_expired')
    }
    expect((await (await fetch(world.url + url)).json()).code).toBe('not_signed_in')
    const play = await fetch(world.url + url.replace(/\/\d+$/, ''), { headers: own.headers })
    expect((await play.json()).code).toBe('playback_expired')
    const missing = await fetch(`${world.url}${url.replace(/\d+$/, '7')}`, { headers: own.headers })
    expect((await missing.json()).code).toBe('recording_missing')
    const events = await world.db
      .selectFrom('audit_events')
      .where('resource_id', '=', sessionId)
      .where('action', '=', 'recording.downloaded')
      .select('details')
      .execute()
    expect(events).toEqual([{ details: { files: 1 } }])
  })

  test('audio cannot be downloaded while the session is being recorded', async () => {
    const { sessionId } = await startLive(me, clientId)
    await sendSegment(me, sessionId, slicesOf(spoken, 4))
    await expect(me.api.recordings.audioFiles({ sessionId })).rejects.toMatchObject({ code: 'recording_missing' })
  })
})

test('a WebKit upload whose fragment indexes occur twice is processed', async () => {
  const sessionId = await uploadFile(me, clientId, webkit, { fileName: 'leftover.mp4' })
  await harness.run({ sessionId, userId })
  const row = await harness.rowOf(sessionId)
  expect(row).toMatchObject({ state: 'stored', media_type: 'audio/mp4' })
  expect(row.duration_seconds).toBeCloseTo(3.02, 1)
})
