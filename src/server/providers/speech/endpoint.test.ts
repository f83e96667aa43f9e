import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInt16 } from '#shared/audio/int16.ts'
import { encodeWav } from '#shared/audio/wav.ts'
import { decodeAudio } from '#server/providers/media/decode.ts'
import { createEndpointSpeech, type EndpointOptions } from './endpoint.ts'
import { type Answering, json, serveEndpoint, verbose } from './fixtures/endpoint-server.ts'
import { scratch, speech } from './fixtures/recordings.ts'
import type { Transcription } from './port.ts'

let files: Awaited<ReturnType<typeof scratch>>
let long: string
beforeAll(async () => {
  files = await scratch()
  long = join(files.folder, 'long.wav')
  await writeFile(long, encodeWav(await repeated(8)))
})
afterAll(() => files.remove())

/** The two sentences repeated, 8.3 seconds each time. */
async function repeated(times: number): Promise<Int16Array> {
  const { blocks } = await decodeAudio(speech, { ffmpeg: 'none', signal: new AbortController().signal })
  const once: number[] = []
  for await (const [block = new Float32Array(0)] of blocks) once.push(...toInt16(block))
  return Int16Array.from(Array.from({ length: times }, () => once).flat())
}

async function transcribe(
  path: string,
  answer: Answering,
  { vocabulary = [], ...options }: Partial<EndpointOptions> & { vocabulary?: readonly string[] } = {},
) {
  await using server = await serveEndpoint(answer)
  const engine = createEndpointSpeech({
    baseUrl: server.baseUrl,
    language: 'en',
    ffmpeg: 'none',
    retryDelays: [0, 0],
    ...options,
  })
  const baseOptions = { signal: new AbortController().signal, onProgress: () => {}, vocabulary }
  const outcome: Transcription | Error = await engine.transcribe(path, baseOptions).catch((error: Error) => error)
  return { outcome, segments: outcome instanceof Error ? [] : outcome.segments, received: server.received }
}

describe('the request to the endpoint', () => {
  test('the request to the endpoint follows the protocol', async () => {
    const { received } = await transcribe(speech, verbose, { key: 'secret' })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      authorization: 'Bearer secret',
      fields: { path: '/v1/audio/transcriptions', model: 'whisper-1', language: 'en', response_format: 'verbose_json' },
    })
  })

  test('the request to the endpoint has no key if none is set', async () => {
    const { received } = await transcribe(speech, verbose, { model: 'large-v3' })
    expect(received[0]).toMatchObject({ authorization: undefined, fields: { model: 'large-v3' } })
  })

  test('the request has no language if the endpoint detects it, and the language of the response is used', async () => {
    const german: Answering = (response) => json(response, 200, { text: 'Guten Morgen.', language: 'german' })
    const { received, outcome } = await transcribe(speech, german, { language: 'auto' })
    expect(received[0]?.fields).not.toHaveProperty('language')
    expect(outcome).toMatchObject({ language: 'de' })
    expect((await transcribe(speech, verbose, { language: 'auto' })).outcome).toMatchObject({ language: 'und' })
  })

  test('the request has the set language, but the language of the response takes precedence', async () => {
    const spanish: Answering = (response) => json(response, 200, { text: 'Buenos días.', language: 'es' })
    const { received, outcome } = await transcribe(speech, spanish)
    expect(received[0]?.fields).toMatchObject({ language: 'en' })
    expect(outcome).toMatchObject({ language: 'es' })
  })

  test('the request has the vocabulary as its prompt, and no prompt without one', async () => {
    const withWords = await transcribe(speech, verbose, { vocabulary: ['Sertraline', 'Maeve'] })
    expect(withWords.received[0]?.fields).toMatchObject({ prompt: 'Sertraline, Maeve' })
    const { received } = await transcribe(speech, verbose)
    expect(received[0]?.fields).not.toHaveProperty('prompt')
  })

  test('the request is repeated without the vocabulary if the endpoint rejects prompts, and later requests have none', async () => {
    const rejecting: Answering = (response, request, n) =>
      'prompt' in request.fields
        ? json(response, 400, { error: { message: 'Prompt is not supported for diarization models' } })
        : verbose(response, request, n)
    const { received, segments } = await transcribe(long, rejecting, { vocabulary: ['Sertraline'], maxBytes: 400_000 })
    expect(segments.length).toBeGreaterThan(5)
    expect(received.map(({ fields }) => 'prompt' in fields).filter(Boolean)).toHaveLength(1)
  })

  test('the request is not repeated without the vocabulary for another rejection', async () => {
    const { received, outcome } = await transcribe(
      speech,
      (response) => json(response, 401, { error: { message: 'Bad key' } }),
      { vocabulary: ['Sertraline'] },
    )
    expect(received).toHaveLength(1)
    expect(outcome).toMatchObject({ message: '401 Unauthorized - Bad key' })
  })

  test('no request is sent for silence', async () => {
    const { received, segments } = await transcribe(files.silence, verbose)
    expect([received, segments]).toEqual([[], []])
  })
})

describe('long recordings at the endpoint', () => {
  test('long recordings are sent in pieces under the size limit, and their segments are joined', async () => {
    const maxBytes = 400_000
    const { received, segments } = await transcribe(long, verbose, { maxBytes })
    expect(received.length).toBeGreaterThan(5)
    expect(received.every(({ audioBytes }) => audioBytes < maxBytes)).toBe(true)
    for (const [i, { start, end }] of segments.entries()) {
      expect(start).toBeGreaterThanOrEqual(segments[i - 1]?.end ?? 0)
      expect(end).toBeLessThan(67)
    }
    const sent = segments.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(sent).toBeGreaterThan(8 * 5.5)
    expect(segments.at(-1)?.end).toBeGreaterThan(64)
  })

  test('long recordings are sent in long pieces after a short first one if the endpoint returns times', async () => {
    const { received } = await transcribe(long, verbose)
    expect(received).toHaveLength(2)
    expect(received[0]?.audioBytes).toBeLessThan(30 * 32_000)
    expect(received[1]?.audioBytes).toBeGreaterThan(30 * 32_000)
  })

  test('long recordings are sent in short pieces if the endpoint returns no times', async () => {
    const { received, segments } = await transcribe(long, (response) => json(response, 200, { text: 'Words.' }))
    expect(received.length).toBeGreaterThan(2)
    expect(segments.every(({ start, end }) => end - start <= 30)).toBe(true)
  })

  test.each([0, 1])('an endpoint without times gets short pieces also after its empty response %i', async (empty) => {
    const { segments } = await transcribe(long, (response, _request, n) =>
      json(response, 200, { text: n === empty ? '' : 'Words.' }),
    )
    expect(segments.length).toBeGreaterThan(0)
    expect(segments.every(({ start, end }) => end - start <= 30)).toBe(true)
  })

  test('an endpoint with times gets long pieces again after an empty response', async () => {
    const longer = join(files.folder, 'longer.wav')
    await writeFile(longer, encodeWav(await repeated(13)))
    const { received } = await transcribe(longer, (response, request, n) =>
      n === 0 ? json(response, 200, { text: '', segments: [] }) : verbose(response, request, n),
    )
    expect(received.map(({ audioBytes }) => audioBytes > 30 * 32_000)).toEqual([false, false, true])
  })
})

describe('errors at the endpoint', () => {
  test.each([429, 500, 503])('a request with status %i is tried again', async (status) => {
    const { segments, received } = await transcribe(speech, (response, request, n) => {
      if (n < 2) return json(response, status, { error: { message: 'later' } })
      return verbose(response, request, n)
    })
    expect([segments.length, received.length]).toEqual([1, 3])
  })

  test('a server that stays busy is a transient error', async () => {
    const { outcome, received } = await transcribe(speech, (response) =>
      json(response, 429, { error: { message: 'Slow down' } }),
    )
    expect(outcome).toMatchObject({
      code: 'transcription_failed',
      transient: true,
      message: '429 Too Many Requests - Slow down',
    })
    expect(received).toHaveLength(3)
  })

  test('a response with a long Retry-After is a transient error, and the request is not repeated', async () => {
    const { outcome, received } = await transcribe(speech, (response) => {
      response.setHeader('retry-after', '3600')
      json(response, 429, {})
    })
    expect(outcome).toMatchObject({ transient: true })
    expect(received).toHaveLength(1)
  })

  test('a rejected request is a permanent error', async () => {
    const { outcome, received } = await transcribe(speech, (response) =>
      json(response, 401, { error: { message: 'Bad key' } }),
    )
    expect(outcome).toMatchObject({
      code: 'transcription_failed',
      transient: false,
      message: '401 Unauthorized - Bad key',
    })
    expect(received).toHaveLength(1)
  })

  test('a redirect is not followed with the recording', async () => {
    const { outcome, received } = await transcribe(speech, (response) => {
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(outcome).toMatchObject({ code: 'transcription_failed' })
    expect(received.every(({ fields }) => fields.path === '/v1/audio/transcriptions')).toBe(true)
  })

  test.each<[string, Answering]>([
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')],
    ['JSON without a text', (response) => json(response, 200, { ok: true })],
    ['half an answer', (response) => response.writeHead(200).end('{"text":"I sl')],
  ])('a response that is not a transcription is a permanent error: %s', async (_, answer) => {
    const { outcome } = await transcribe(speech, answer)
    expect(outcome).toMatchObject({
      code: 'transcription_failed',
      transient: false,
      message: expect.stringContaining('not a transcription'),
    })
  })

  test('a response that breaks off is a transient error', async () => {
    const { outcome } = await transcribe(speech, (response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('{"text":', () => response.destroy())
    })
    expect(outcome).toMatchObject({ code: 'transcription_failed', transient: true })
  })

  test('a response over the time limit is a transient error', async () => {
    const { outcome } = await transcribe(speech, () => {}, { timeoutMs: 50 })
    expect(outcome).toMatchObject({ transient: true, message: 'the speech endpoint took too long' })
  })

  test('an unreachable server is a transient error', async () => {
    const { outcome } = await transcribe(speech, verbose, { baseUrl: 'http://127.0.0.1:9/v1' })
    expect(outcome).toMatchObject({ transient: true, message: 'the speech endpoint does not answer' })
  })
})
