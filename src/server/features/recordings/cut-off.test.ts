import { readFile } from 'node:fs/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AudioFiles } from '#shared/contract/recordings.ts'
import { createProcessingHarness } from '#test/processing-harness.ts'
import { buildSender, type Sender, uploadFile } from '#test/upload.ts'

const fixture = async (name: string) =>
  Buffer.from(await readFile(new URL(`../../providers/media/fixtures/${name}`, import.meta.url)))

const harness = await createProcessingHarness()
const { world, rowOf, progressOf, countJobs, stored } = harness
afterAll(() => harness.close())

let me: Sender
let clientId = ''
let userId = ''
beforeEach(async () => {
  ;({ me, clientId, userId } = await buildSender(world))
})

async function process(bytes: Buffer<ArrayBuffer>, fileName = 'memo.m4a'): Promise<string> {
  const sessionId = await uploadFile(me, clientId, bytes, { fileName, mediaType: 'audio/mp4' })
  await harness.run({ sessionId, userId })
  return sessionId
}

async function download(sessionId: string): Promise<Buffer> {
  const { headers } = me
  const links = await fetch(`${world.url}/api/sessions/${sessionId}/audio-files`, { method: 'POST', headers })
  const [file] = AudioFiles.parse(await links.json()).files
  const response = await fetch(world.url + (file?.url ?? ''), { headers })
  return Buffer.from(await response.arrayBuffer())
}

describe('an M4A file that is cut off', () => {
  test.each([
    ['before its index', 0.6],
    ['within its index', 0.995],
  ])(
    'an M4A file that is cut off %s is stored unchanged, and its session shows the reason of the failure',
    async (_, share) => {
      const whole = await fixture('speech.m4a')
      const bytes = whole.subarray(0, Math.floor(whole.length * share))
      const sessionId = await process(bytes)
      expect(await progressOf(sessionId)).toMatchObject({
        stage: 'failed',
        error_code: 'file_without_index',
        error: expect.stringMatching(/^The file is cut off: its index is missing, so no part of it can be played\./),
      })
      expect(await rowOf(sessionId)).toMatchObject({ state: 'unreadable', is_cut_off: true })
      expect((await stored(sessionId)).equals(bytes)).toBe(true)
      expect((await download(sessionId)).equals(bytes)).toBe(true)
      expect(await me.api.sessions.get({ sessionId })).toMatchObject({ status: 'failed' })
    },
  )

  test('an M4A file that is cut off after its index keeps the remaining audio and gets its duration', async () => {
    const whole = await fixture('speech-index-first.m4a')
    const bytes = whole.subarray(0, Math.floor(whole.length * 0.6))
    const sessionId = await process(bytes)
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ state: 'stored', is_cut_off: true })
    expect(row.duration_seconds).toBeGreaterThan(2)
    expect(row.duration_seconds).toBeLessThan(6.5)
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
    expect((await me.api.notes.get({ sessionId })).session).toMatchObject({ hasAudio: true, isCutOff: true })
    expect((await download(sessionId)).length).toBeGreaterThan(bytes.length / 2)
  })

  test('an M4A file that is cut off within its fragments keeps the fragments before the cut', async () => {
    const whole = await fixture('webkit-paused.mp4')
    const sessionId = await process(whole.subarray(0, 11_000), 'memo.mp4')
    const row = await rowOf(sessionId)
    expect(row).toMatchObject({ state: 'stored', is_cut_off: true })
    expect(row.duration_seconds).toBeGreaterThan(1)
    expect(await countJobs(sessionId, 'transcripts.transcribe')).toBe(1)
  })

  test('an M4A file that is cut off directly after its index is stored, and its session fails with file_cut_off', async () => {
    const whole = await fixture('speech-index-first.m4a')
    const bytes = whole.subarray(0, whole.indexOf('mdat') + 8)
    const sessionId = await process(bytes)
    expect(await progressOf(sessionId)).toMatchObject({ stage: 'failed', error_code: 'file_cut_off' })
    expect((await download(sessionId)).equals(bytes)).toBe(true)
  })
})

test.each(['speech.m4a', 'speech-index-first.m4a', 'webkit-plain.mp4', 'webkit-paused.mp4', 'speech.webm', 'bare.mp3'])(
  'the complete file %s is not reported as cut off',
  async (name) => {
    const sessionId = await process(await fixture(name), name)
    expect(await rowOf(sessionId)).toMatchObject({ state: 'stored', is_cut_off: false })
  },
)
