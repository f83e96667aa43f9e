import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { readConfig } from '#server/config.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { buildClient, buildMember, buildSession, buildTranscript } from '#test/build.ts'
import { createWorld, type World } from '#test/world.ts'
import { openTracing, type Tracing } from './tracing.ts'

/** The parts of an export request that the tests read (OTLP 1.x over HTTP, as JSON). */
const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type SentSpan = z.infer<typeof ExportRequest>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

let collector: Server
let transfers: { body: string; path: string | undefined; token: string | undefined }[] = []
let endpoint = ''
let world: World | undefined
let tracing: Tracing | undefined

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = request.headers['x-token']
  transfers.push({ body: await text(request), path: request.url, token: typeof token === 'string' ? token : undefined })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
}

beforeEach(async () => {
  transfers = []
  collector = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterEach(async () => {
  await world?.close()
  world = undefined
  await tracing?.stop()
  collector.close()
})

const settingsWith = (more: Record<string, string> = {}) => ({
  APP_SECRET: 'a secret for tests only, of thirty-two letters',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ...more,
})

async function start(settings: Record<string, string> = {}): Promise<World> {
  tracing = await openTracing(readConfig(settingsWith(settings)), pino({ level: 'silent' }))
  world = await createWorld({ settings, tracing, providers: { drafter: createFakeDrafter() } })
  return world
}

/** Stops the product and returns all spans that it sent. */
async function sentSpans(): Promise<SentSpan[]> {
  await world?.close()
  world = undefined
  await tracing?.stop()
  tracing = undefined
  return transfers.flatMap(({ body }) =>
    ExportRequest.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
}

const factsOf = ({ attributes }: SentSpan) => Object.fromEntries(attributes.map(({ key, value }) => [key, value]))

test('each request and each job is a span that contains its transactions', async () => {
  const traced = await start({ OTEL_EXPORTER_OTLP_HEADERS: 'x-token=secret of the collector' })
  const { userId } = await buildMember(traced)
  const { id: clientId } = await buildClient(traced, { therapistId: userId, firstName: 'Zebulon' })
  const { id: sessionId } = await buildSession(traced, { clientId })
  await buildTranscript(traced, { sessionId })
  const api = await traced.as(userId)
  await api.clients.get({ clientId })
  await api.notes.generate({ sessionId })
  await traced.worker()
  await vi.waitFor(async () => expect((await api.notes.get({ sessionId })).note.state).toBe('ready'), 30_000)
  const spans = await sentSpans()
  const read = spans.find(({ name }) => name === 'GET /api/clients/{clientId}')
  if (!read) throw new Error(`no span of the request among ${spans.map(({ name }) => name).join(', ')}`)
  expect(factsOf(read)).toEqual({
    'http.request.method': { stringValue: 'GET' },
    'http.route': { stringValue: '/api/clients/{clientId}' },
    'http.response.status_code': { intValue: 200 },
    'attend.request_id': { stringValue: expect.any(String) },
  })
  const within = (span: SentSpan) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)
  expect(within(read).map(({ name, traceId }) => [name, traceId])).toEqual([['database transaction', read.traceId]])
  const job = spans.find(({ name }) => name === 'notes.draft')
  const request = spans.find(({ name }) => name.startsWith('POST /api/notes/'))
  expect(job && within(job).map(({ name }) => name)).toContain('database transaction')
  expect(job && factsOf(job)['attend.request_id']).toEqual(request && factsOf(request)['attend.request_id'])
  const everything = transfers.map(({ body }) => body).join('\n')
  for (const word of ['Zebulon', clientId, sessionId, userId]) expect(everything).not.toContain(word)
  expect(new Set(transfers.map(({ path, token }) => `${path} ${token}`))).toEqual(
    new Set(['/v1/traces secret of the collector']),
  )
})

test('the span of a failed request is marked as failed, without the error message', async () => {
  const traced = await start({ LOG_LEVEL: 'silent' })
  const { db, url } = traced
  await db.schema.dropTable('suggestions').execute()
  const { userId } = await buildMember(traced)
  const headers = { ...(await traced.headersOf(userId)), 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/suggestions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ content: 'About Zebulon' }),
  })
  expect(response.status).toBe(500)
  const missing = await fetch(`${url}/api/clients/0190a5c0-0000-7000-8000-000000000000`, { headers })
  expect(missing.status).toBe(404)
  const spans = await sentSpans()
  expect(
    spans.filter(({ name }) => name !== 'database transaction').map(({ name, status }) => [name, status.code]),
  ).toEqual([
    ['POST /api/suggestions', 2],
    ['GET /api/clients/{clientId}', 0],
  ])
  expect(transfers.map(({ body }) => body).join('')).not.toContain('Zebulon')
})

const proxySpan = { trace: '0af7651916cd43dd8448eb211c80319c', id: 'b7ad6b7169203331' }

test.each([
  ['true', proxySpan.id],
  ['false', undefined],
])('with TRUST_PROXY=%s the parent of a request’s span is %s', async (TRUST_PROXY, parent) => {
  const { url } = await start({ TRUST_PROXY })
  await fetch(`${url}/api/me`, { headers: { traceparent: `00-${proxySpan.trace}-${proxySpan.id}-01` } })
  const [span] = await sentSpans()
  expect([span?.parentSpanId, span?.traceId === proxySpan.trace]).toEqual([parent, parent !== undefined])
})

test('no span is sent if OTEL_TRACES_SAMPLER_ARG is 0', async () => {
  const { url } = await start({ OTEL_TRACES_SAMPLER_ARG: '0' })
  await fetch(`${url}/api/me`)
  expect(await sentSpans()).toEqual([])
})

test('requests work while the collector is unreachable, and the log reports that traces could not be sent', async () => {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  collector.close()
  tracing = await openTracing(readConfig(settingsWith()), log)
  world = await createWorld({ tracing })
  expect((await fetch(`${world.url}/api/me`)).status).toBe(401)
  await sentSpans()
  expect(warnings.join('')).toContain('traces could not be sent')
})

test('tracing is not loaded without a collector in the settings', async () => {
  const { APP_SECRET } = settingsWith()
  expect(await openTracing(readConfig({ APP_SECRET }), pino({ level: 'silent' }))).toBeUndefined()
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
])('an invalid %s is rejected with its name', (name, value) => {
  expect(() => readConfig(settingsWith({ [name]: value }))).toThrow(name)
})
