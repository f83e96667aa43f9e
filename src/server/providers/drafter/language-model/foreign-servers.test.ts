// Responses of real servers, shortened: llama-cpp-python 0.3.36, llama.cpp (in xllamacpp 2026.10), OpenAI (documented).
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createDrafter } from '../create.ts'
import { answerWith, type Endpoint, openEndpoint, type Reply } from '../endpoint.fixture.ts'
import { requestFor, session } from '../session.fixture.ts'

let endpoint: Endpoint | null = null
afterEach(async () => {
  await endpoint?.close()
  endpoint = null
})

async function drafterOn(reply: (body: string) => Reply) {
  endpoint = await openEndpoint(reply)
  return createDrafter({ kind: 'openai-compatible', baseUrl: endpoint.baseUrl, model: 'm' })
}

const validAnswer = answerWith({
  Subjective: [{ text: 'Ana is anxious at work.', evidence: [{ utterance: 2, quote: 'anxious at work' }] }],
})
/** About 10,000 tokens. */
const longSession = {
  ...session,
  utterances: Array.from({ length: 20 }, () => session.utterances).flat(),
}
const streamed = (error: object): Reply => ({
  body: `data: ${JSON.stringify({ error })}\n\n`,
  type: 'text/event-stream',
})
const sent = (error: object): Reply => ({ body: JSON.stringify({ error }), type: 'application/json' })
const refused = (status: number, error: object): Reply => ({ status, body: JSON.stringify({ error }) })
const Body = z.object({ response_format: z.looseObject({ type: z.string() }).optional() })
const formatOf = (body: string) => Body.parse(JSON.parse(body)).response_format

describe('an endpoint that rejects JSON schemas', () => {
  const literal = refused(500, {
    message: "1 validation error: {'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}",
    type: 'internal_server_error',
  })
  const unavailable = refused(400, { message: 'This response_format type is unavailable now' })

  test('an endpoint that rejects JSON schemas gets the older format, and later requests use that format first', async () => {
    const drafter = await drafterOn((body) => (formatOf(body)?.type === 'json_schema' ? literal : validAnswer))
    await drafter.draft(requestFor('SOAP'))
    await drafter.draft(requestFor('SOAP'))
    const formats = endpoint?.bodies.map(formatOf) ?? []
    expect(formats.map((format) => format?.type)).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(formats[1]?.['schema']).toMatchObject({ required: ['sections'] })
  })

  test('an endpoint that also rejects JSON objects gets no format, and the prompt describes the form', async () => {
    const drafter = await drafterOn((body) => (formatOf(body) ? unavailable : validAnswer))
    await drafter.draft(requestFor('SOAP'))
    expect(endpoint?.bodies.map((body) => formatOf(body)?.type)).toEqual(['json_schema', 'json_object', undefined])
    expect(endpoint?.bodies[2]).toContain('Answer with JSON')
  })

  test('an endpoint that rejects every format fails the draft with its status', async () => {
    const drafter = await drafterOn(() => unavailable)
    await expect(drafter.draft(requestFor('SOAP'))).rejects.toThrow('status 400')
    expect(endpoint?.bodies).toHaveLength(3)
  })
})

test('a request that is rejected for another reason is not repeated in another format', async () => {
  const drafter = await drafterOn(() => refused(401, { message: 'Invalid API key' }))
  await expect(drafter.draft(requestFor('SOAP'))).rejects.toThrow('status 401')
  expect(endpoint?.bodies).toHaveLength(1)
})

test.each<[string, Reply]>([
  [
    'llama.cpp',
    refused(400, {
      code: 400,
      message: 'request (10030 tokens) exceeds the available context size (8192 tokens), try increasing it',
      type: 'exceed_context_size_error',
    }),
  ],
  [
    'OpenAI',
    refused(400, { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' }),
  ],
  ['llama-cpp-python', { body: '', type: 'text/event-stream' }],
  [
    'Anthropic',
    refused(400, { type: 'invalid_request_error', message: 'prompt is too long: 213462 tokens > 200000 maximum' }),
  ],
  ['a server that streams its error', streamed({ message: 'the maximum context length is 4096', code: 400 })],
  ['a server that answers its error with status 200', sent({ message: 'no', code: 'context_length_exceeded' })],
  ['Ollama', { ...validAnswer, promptTokens: 2048 }],
])('a request beyond the context of %s names the setting, and is permanent', async (_, reply) => {
  const drafter = await drafterOn(() => reply)
  const error: unknown = await drafter
    .draft(requestFor('SOAP', { transcript: longSession }))
    .catch((caught: unknown) => caught)
  expect(error).toMatchObject({ name: 'DrafterError', transient: false })
  expect(String(error)).toContain('DRAFTER_CONTEXT_TOKENS')
})

test.each([408, 429])('a page of a proxy with status %i is a transient error', async (status) => {
  const drafter = await drafterOn(() => ({ status, body: '<html>Try again later</html>' }))
  await expect(drafter.draft(requestFor('SOAP'))).rejects.toMatchObject({ name: 'DrafterError', transient: true })
})

test.each([
  [400, false],
  ['401', false],
  [429, true],
  [503, true],
  ['server_error', true],
])(
  'an error with the code %s in an answer with status 200 is transient: %s, and its text is not shown',
  async (code, transient) => {
    for (const reply of [streamed, sent]) {
      const drafter = await drafterOn(() => reply({ message: 'you said: Ana drinks wine', code }))
      const error: unknown = await drafter.draft(requestFor('SOAP')).catch((caught: unknown) => caught)
      expect(error).toMatchObject({ name: 'DrafterError', transient })
      expect(String(error)).not.toContain('wine')
      await endpoint?.close()
    }
  },
)

test.each(['<think>Maybe {"sections": []}?</think>\n', 'Let me see {.\n</think>\n\n', '<thinking>{</thinking>'])(
  'the thoughts %j before an answer are ignored',
  async (thoughts) => {
    const drafter = await drafterOn(() => ({ content: thoughts + validAnswer.content }))
    expect((await drafter.draft(requestFor('SOAP'))).sections[0]?.statements).toHaveLength(1)
    expect(endpoint?.bodies).toHaveLength(1)
  },
)

test.each<[string, Reply]>([
  ['a document', { body: JSON.stringify({ text: 'x'.repeat(17 * 1024 * 1024) }), type: 'application/json' }],
  ['a stream', { words: Array.from({ length: 17 }, () => 'x'.repeat(1024 * 1024)), after: 'end' }],
])('%s beyond the limit of a response is a permanent error', async (_, reply) => {
  const drafter = await drafterOn(() => reply)
  await expect(drafter.draft(requestFor('SOAP'))).rejects.toMatchObject({
    message: 'The answer of the language model is far too large.',
    transient: false,
  })
})

test('an answer to a long session is accepted if the endpoint counts the whole request', async () => {
  const drafter = await drafterOn((body) => ({ ...validAnswer, promptTokens: Math.ceil(body.length / 5) }))
  await expect(drafter.draft(requestFor('SOAP', { transcript: longSession }))).resolves.toMatchObject({
    coverage: { unread: [] },
  })
})
