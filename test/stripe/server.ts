import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { renderInvoice } from '#server/providers/payments/sandbox/invoice-file.ts'
import { keys, StripeAccount } from './account.ts'
import { invalid, StripeError, toStripeError } from './errors.ts'
import { routesOf } from './routes.ts'

const version = '2026-10-28.endive'

interface Result {
  status: number
  body: unknown
}

export interface StripeServer {
  apiBase: string
  account: StripeAccount
  requests: { call: string; idempotencyKey: string | undefined; form: unknown }[]
  /** Fails the next requests. `never` leaves them without a response. */
  failNext(failure: StripeError | 'never', times?: number): void
  /** Runs once before the next request with this method and path prefix, e.g. to change something in between. */
  beforeNext(call: string, act: () => Promise<unknown>): void
  close(): Promise<void>
}

/** Serves the Stripe endpoints that billing calls from the sandbox, with Stripe's keys, version check and idempotency. */
export async function startStripe(databaseUrl: string, clock: () => Date): Promise<StripeServer> {
  const account = new StripeAccount(databaseUrl, clock)
  const routes = routesOf(account)
  const requests: StripeServer['requests'] = []
  const failures: (StripeError | 'never')[] = []
  const interruptions = new Map<string, () => Promise<unknown>>()
  const results = new Map<string, { asked: unknown; result: Promise<Result> }>()

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe')
    if (url.pathname.startsWith('/invoice/')) return await sendFile(url.pathname.split('/')[2] ?? '', response)
    const form = formOf(new URLSearchParams(request.method === 'GET' ? url.search : await text(request)))
    const call = `${request.method} ${url.pathname}`
    const key = request.headers['idempotency-key']?.toString()
    requests.push({ call, idempotencyKey: key, form })
    const failure = failures.shift()
    if (failure === 'never') return
    for (const [prefix, act] of interruptions) if (call.startsWith(prefix) && interruptions.delete(prefix)) await act()
    const { status, body } = await withIdempotency(key, { call, form }, failure, () => run(call, form, request))
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` })
    response.end(JSON.stringify(body))
  }

  /** Returns the stored result to a repeated request, as Stripe does. Of failures set by `failNext`, only 500 is stored. */
  function withIdempotency(
    key: string | undefined,
    asked: unknown,
    failure: StripeError | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (failure && (key === undefined || failure.status !== 500)) return Promise.resolve(resultOf(failure))
    const known = key === undefined ? undefined : results.get(key)
    if (known && isDeepStrictEqual(known.asked, asked)) return known.result
    const message = 'Keys can only be used with the same request.'
    if (known) return Promise.resolve(resultOf(new StripeError(400, { type: 'idempotency_error', message })))
    const result = failure ? Promise.resolve(resultOf(failure)) : work()
    if (key !== undefined) results.set(key, { asked, result })
    return result
  }

  async function run(call: string, form: unknown, { headers }: IncomingMessage): Promise<Result> {
    const [method, path = ''] = call.split(' ')
    try {
      if (headers.authorization !== `Bearer ${keys.secretKey}`)
        throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' })
      if (headers['stripe-version'] !== version)
        throw invalid(`The version is ${headers['stripe-version']?.toString()}.`)
      for (const route of routes) {
        const found = route.method === method ? route.path.exec(path) : null
        if (found) return { status: 200, body: await route.run(form, decodeURIComponent(found[1] ?? '')) }
      }
      throw new StripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${call})` })
    } catch (error) {
      const stripeError = toStripeError(error, path)
      if (stripeError instanceof StripeError) return resultOf(stripeError)
      return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
    }
  }

  async function sendFile(id: string, response: ServerResponse): Promise<void> {
    const file = await account
      .withOwner(id, ({ customer, transaction }) => transaction.find('invoice', customer.id, id))
      .catch(() => undefined)
    if (file) response.writeHead(200, { 'content-type': 'application/pdf' }).end(renderInvoice(file))
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Gone</h1>')
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${portOf(server.address())}`
  account.fileBase = apiBase
  account.reset()
  return {
    apiBase,
    account,
    requests,
    failNext: (failure, times = 1) => failures.push(...Array.from({ length: times }, () => failure)),
    beforeNext: (call, act) => void interruptions.set(call, act),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await account.close()
    },
  }
}

function resultOf({ status, error }: StripeError): Result {
  return { status, body: { error } }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Decodes `a[b][0]=c` to nested objects. */
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
