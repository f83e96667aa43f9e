import { beforeAll, describe, expect, test } from 'vitest'
import { createEndpointSpeech } from './endpoint.ts'
import { type Answering, json, serveEndpoint, verbose } from './fixtures/endpoint-server.ts'
import { silentChunk, spokenChunk } from './fixtures/live-chunks.ts'

let spoken: Int16Array
beforeAll(async () => {
  spoken = await spokenChunk()
})

async function transcribe(samples: Int16Array, answer: Answering, signal = new AbortController().signal) {
  await using server = await serveEndpoint(answer)
  const engine = createEndpointSpeech({ baseUrl: server.baseUrl, key: 'secret', language: 'en', ffmpeg: 'none' })
  const outcome: string | Error = await engine.transcribeLive(samples, signal).catch((error: Error) => error)
  return { outcome, received: server.received }
}

describe('a live chunk at the endpoint', () => {
  test('a live chunk is sent as one plain request', async () => {
    const { outcome, received } = await transcribe(spoken, verbose)
    expect(outcome).toBe('Received 5.0 seconds.')
    expect(received).toEqual([
      {
        authorization: 'Bearer secret',
        fields: expect.objectContaining({ path: '/v1/audio/transcriptions', model: 'whisper-1', language: 'en' }),
        audioBytes: 44 + 2 * 80_000,
      },
    ])
  })

  test('a live chunk needs no times in the response', async () => {
    expect((await transcribe(spoken, (response) => json(response, 200, { text: ' Good morning. ' }))).outcome).toBe(
      'Good morning.',
    )
  })

  test('a silent live chunk is not sent, and silence markers in a response are dropped', async () => {
    expect(await transcribe(silentChunk, verbose)).toEqual({ outcome: '', received: [] })
    expect((await transcribe(spoken, (response) => json(response, 200, { text: '[BLANK_AUDIO]' }))).outcome).toBe('')
  })

  test.each([
    [429, { error: { message: 'slow down' } }, '429 Too Many Requests - slow down'],
    [401, { error: 'wrong key' }, '401 Unauthorized - wrong key'],
    [500, {}, '500 Internal Server Error - no explanation given'],
  ])(
    'status %i for a live chunk is reported in the server’s words, and not tried again',
    async (status, body, detail) => {
      const { outcome, received } = await transcribe(spoken, (response) => json(response, status, body))
      expect(outcome).toMatchObject({ code: 'transcription_failed', message: detail })
      expect(received).toHaveLength(1)
    },
  )

  test('an unusable response to a live chunk is reported', async () => {
    const { outcome } = await transcribe(spoken, (response) => response.end('<html>'))
    expect(outcome).toMatchObject({
      code: 'transcription_failed',
      message: 'the speech endpoint answered with something that is not a transcription',
    })
  })

  test('an abort ends the request of a live chunk', async () => {
    const abort = new AbortController()
    const reason = new Error('hung up')
    let closed: Promise<unknown> = Promise.resolve()
    const { outcome } = await transcribe(
      spoken,
      (response) => {
        closed = new Promise((resolve) => response.once('close', resolve))
        abort.abort(reason)
      },
      abort.signal,
    )
    expect(outcome).toBe(reason)
    await closed
  })

  test('an abort of a live chunk at any moment leaves no unhandled rejection', async () => {
    const unhandled: unknown[] = []
    const onRejection = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', onRejection)
    await using server = await serveEndpoint(verbose)
    const engine = createEndpointSpeech({ baseUrl: server.baseUrl, language: 'en', ffmpeg: 'none' })
    const moments = [(abort: () => void) => abort(), setImmediate, (abort: () => void) => setTimeout(abort, 1)]
    for (let n = 0; n < 60; n++) {
      const abort = new AbortController()
      const text = engine.transcribeLive(spoken, abort.signal).catch(() => '')
      moments[n % moments.length]?.(() => abort.abort(new Error('hung up')))
      await text
    }
    await engine.transcribeLive(spoken, new AbortController().signal)
    process.off('unhandledRejection', onRejection)
    expect(unhandled).toEqual([])
  })
})
