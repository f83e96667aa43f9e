import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { Stripe } from 'stripe'
import { problemsOfAnswer, problemsOfEvent, problemsOfRequest } from './description.ts'
import { newId } from './objects.ts'
import { invalid, Refusal } from './refusal.ts'
import { type Breaches, routesOf } from './routes.ts'
import { StripeWorld } from './world.ts'

export const keys = {
  secretKey: 'sk_test_stand_in',
  publishableKey: 'pk_test_stand_in',
  webhookSecret: 'whsec_stand_in',
}

/** The version whose types requests and answers are read by. */
export const version = '2026-10-28.endive'

export interface StripeStandIn {
  apiBase: string
  world: StripeWorld
  breaches: Breaches
  requests: { call: string; idempotencyKey: string | undefined; form: unknown }[]
  /** Answers the next requests so; `never` leaves them without an answer. */
  failNext(failure: Refusal | 'never', times?: number): void
  /** What Stripe would deliver to the webhook since the last look, signed. */
  deliveries(): { body: Buffer; signature: string }[]
  close(): Promise<void>
}

/** A local Stripe: a small world behind HTTP, with keys, versions and idempotency as Stripe has them. */
export async function startStripe(clock: () => Date): Promise<StripeStandIn> {
  const world = new StripeWorld(clock)
  const breaches: Breaches = []
  const routes = routesOf(world, breaches)
  const requests: StripeStandIn['requests'] = []
  const failures: (Refusal | 'never')[] = []
  const answered = new Map<string, { asked: unknown; status: number; body: unknown }>()

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    if (url.pathname.startsWith('/invoice/')) return sendFile(world, url.pathname, response)
    const form = formOf(new URLSearchParams(request.method === 'GET' ? url.search : await text(request)))
    const call = `${request.method} ${url.pathname}`
    const key = request.headers['idempotency-key']?.toString()
    requests.push({ call, idempotencyKey: key, form })
    breaches.push(...problemsOfRequest(call, form))
    const failure = failures.shift()
    if (failure === 'never') return
    // A failure of its own, too, is what a key is answered with from then on.
    if (failure?.status === 500 && key !== undefined) answered.set(key, { asked: { call, form }, ...refused(failure) })
    const { status, body } = failure ? refused(failure) : settle(call, key, form, request)
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
    const written = JSON.stringify(body)
    breaches.push(...problemsOfAnswer(call, status, JSON.parse(written)))
    response.end(written)
  }

  /** The same key again has the same answer, if it comes with the same request. */
  function settle(call: string, key: string | undefined, form: unknown, request: IncomingMessage) {
    const known = key === undefined ? undefined : answered.get(key)
    const asked = { call, form }
    if (known && isDeepStrictEqual(known.asked, asked)) return known
    if (known)
      return refused(
        new Refusal(400, { type: 'idempotency_error', message: 'Keys can only be used with the same request.' }),
      )
    const settled = { asked, ...run(call, form, request) }
    if (key !== undefined && settled.status !== 401) answered.set(key, settled)
    return settled
  }

  function run(call: string, form: unknown, { headers }: IncomingMessage): { status: number; body: unknown } {
    try {
      if (headers.authorization !== `Bearer ${keys.secretKey}`)
        throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' })
      if (headers['stripe-version'] !== version)
        throw invalid(`The version is ${headers['stripe-version']?.toString()}.`)
      for (const { method, path, run: handle } of routes) {
        const found = call.startsWith(`${method} `) ? path.exec(call.slice(method.length + 1)) : null
        if (found) return { status: 200, body: handle(form, decodeURIComponent(found[1] ?? '')) }
      }
      throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      breaches.push(String(error))
      return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${portOf(server.address())}`
  world.files = apiBase
  return {
    apiBase,
    world,
    breaches,
    requests,
    failNext: (failure, times = 1) => failures.push(...Array.from({ length: times }, () => failure)),
    deliveries() {
      const delivered = world.events.splice(0).map((event) => deliver(event, clock()))
      breaches.push(...delivered.flatMap(({ body }) => problemsOfEvent(JSON.parse(body.toString()))))
      return delivered
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An event as Stripe sends and signs it. */
export function deliver(event: object, at: Date): { body: Buffer; signature: string } {
  const created = Math.floor(at.getTime() / 1000)
  const about = { object: 'event', api_version: version, created, livemode: false, pending_webhooks: 1, request: null }
  const payload = JSON.stringify({ ...about, ...event })
  const { webhooks } = new Stripe(keys.secretKey)
  const signed = { payload, secret: keys.webhookSecret, timestamp: created }
  return { body: Buffer.from(payload), signature: webhooks.generateTestHeaderString(signed) }
}

/** The PDF of an invoice, for whoever has its address. */
function sendFile(world: StripeWorld, path: string, response: ServerResponse): void {
  const invoice = world.invoices.find(path.split('/')[2] ?? '')
  if (!invoice) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>')
  response.writeHead(200, { 'content-type': 'application/pdf' }).end(`%PDF-1.4 ${invoice.id}`)
}

function refused({ status, error }: Refusal) {
  return { status, body: { error } }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** `a[b][0]=c` as objects in each other. */
function formOf(given: URLSearchParams): Record<string, unknown> {
  const form: Record<string, unknown> = {}
  for (const [name, value] of given) {
    const steps = name.replaceAll(']', '').split('[')
    const last = steps.pop() ?? ''
    let place = form
    for (const step of steps) {
      const inner = place[step] ?? {}
      place[step] = inner
      if (!isRecord(inner)) throw invalid(`${name} is both a value and an object.`)
      place = inner
    }
    place[last] = value
  }
  return form
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
