import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AnyRouter } from '@orpc/server'
import { CompressionPlugin } from '@orpc/server/node'
import { ResponseHeadersPlugin, type ResponseHeadersPluginContext } from '@orpc/server/plugins'
import { toNodeHandler } from 'better-auth/node'
import type { RequestContext } from '#server/context.ts'
import type { Caller } from '#server/db/tenant.ts'
import { fail, Failure, retryAfter, tooMany } from '#server/fail.ts'
import { addressHeader } from '#server/features/accounts/account-trail.ts'
import { throwAuthFailure, toAuthFailure } from '#server/features/accounts/auth-failures.ts'
import { allowedResponse, isServed } from '#server/features/accounts/auth-routes.ts'
import { metricsPath } from '#server/monitoring/metrics-page.ts'
import type { Monitor } from '#server/monitoring/monitor.ts'
import { newRequestId, noteRoute, withTrace, type RequestTrace } from '#server/monitoring/request-trace.ts'
import type { Tracing } from '#server/monitoring/tracing.ts'
import type { ErrorReports } from '#server/providers/error-reports/port.ts'
import { automaticHeader } from '#shared/rules/automatic-reads.ts'
import { accountHeader, organizationHeader } from '#shared/rules/viewing.ts'
import { createAddressCap } from './address-cap.ts'
import { anonymousBytes, largestBody } from './body-limits.ts'
import { isEventStream, mapStreamErrors } from './event-stream.ts'
import { serveApiReference } from './api-reference/api-reference.ts'
import { asProtocolError, toFailure, toRequestFailure } from './failures.ts'
import { isClientDisconnect } from './client-disconnect.ts'
import { healthPaths, respondToProbe, type Readiness } from './health.ts'
import { delayHead } from './delay-head.ts'
import { createHostCheck } from './hosts.ts'
import { addressOf, isOwnOrigin, securityHeaders } from './headers.ts'
import { acceptsHtml, sendFailurePage } from './failure-page.ts'
import { type OutboxAccess, outboxPage, outboxPath } from './outbox-page.ts'
import { readFirst } from './first-data.ts'
import { createJsonHandler } from './json-handler.ts'
import { isPage } from './pages.ts'
import { pathOf } from './request-target.ts'
import { declaredBytes, readJson } from './read-body.ts'
import { createRouteFinder } from './route-finder.ts'
import { renewCookie, sessionCookie, sessionToken } from './session-cookie.ts'
import { createSignInCheck } from './sign-in-check.ts'
import type { PageServer } from './static-files.ts'
import { reportDuration } from './report-duration.ts'
import { ignoredRoute, watchRequest } from './watch-request.ts'

/**
 * An endpoint beside the contract, e.g. for chunks of audio, ranges of audio or webhooks. Returns false for other paths.
 */
export type RawRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  path: string,
) => Promise<boolean>

export interface ServerOptions {
  services: Omit<
    RequestContext,
    | 'caller'
    | 'shownAccount'
    | 'shownOrganization'
    | 'sender'
    | 'whileViewing'
    | 'withoutSecondFactor'
    | 'inAnyOrganization'
    | 'endpoint'
  >
  router: AnyRouter
  rawRoutes: readonly RawRoute[]
  /** Null if mails cannot be read in the browser. */
  outbox: OutboxAccess | null
  reports: ErrorReports
  pages: PageServer
  readiness: Readiness
  /** Counts requests. Undefined if nothing is measured. */
  monitor: Monitor | undefined
  /** Undefined if no traces are sent. */
  tracing: Tracing | undefined
  cookieKey: string
  /** Keys of former secrets; cookies signed with them stay valid. */
  formerCookieKeys: readonly string[]
  publicUrl: string | undefined
  development: boolean
}

/** Called by other servers with signed requests; cookies are ignored. */
const foreignPaths: ReadonlySet<string> = new Set(['/api/webhooks/payments'])

const daySeconds = 24 * 60 * 60

/** Limit of bodies of sign-in routes, large enough for names, addresses and passwords. */
const maxAuthBytes = 16 * 1024

/** Serves everything below `/api` and `/media`, and the pages. */
export function createRequestListener(options: ServerOptions): RequestListener {
  const { services } = options
  const isProxied = services.config.TRUST_PROXY
  const watchers = {
    log: services.config.ACCESS_LOG && services.log.isLevelEnabled('info') ? services.log : undefined,
    metrics: options.monitor?.metrics,
  }
  const hasWatcher = [watchers.log, watchers.metrics, options.tracing].some((watcher) => watcher !== undefined)
  // With `METRICS_PORT`, a separate port serves the metrics.
  const metrics = services.config.METRICS_PORT === undefined ? options.monitor?.page : undefined
  const findRoute = createRouteFinder(options.router)
  const cap = createAddressCap(services.config.CONNECTIONS_PER_ADDRESS)
  const isSignedIn = createSignInCheck(services.tenant)
  const isOwnHost = createHostCheck(services.config)
  const isSecure = options.publicUrl?.startsWith('https:') ?? false
  const keys = { current: options.cookieKey, former: options.formerCookieKeys }
  const constantHeaders = Object.entries(
    securityHeaders({
      secure: isSecure,
      hstsSubdomains: services.config.HSTS_SUBDOMAINS,
      development: options.development,
      framed: services.config.WELCOME_VIDEO_URL,
      reportsTo: services.config.SENTRY_DSN,
      hasStripe: services.config.STRIPE_SECRET_KEY !== undefined,
    }),
  )
  const toProtocolError = (error: unknown) => asProtocolError(toFailure(error, services.log))
  const api = createJsonHandler<RequestContext & ResponseHeadersPluginContext>(options.router, {
    plugins: [new CompressionPlugin(), new ResponseHeadersPlugin()],
    adapterInterceptors: [
      (handling) => {
        delayHead(handling.response)
        return handling.next()
      },
    ],
    interceptors: [
      (request) =>
        request.next().catch((error: unknown) => {
          throw toRequestFailure(error, services.log)
        }),
    ],
    clientInterceptors: [
      async (request) => {
        const { meta } = request.procedure['~orpc']
        const whileViewing = meta['whileViewing'] === true
        const withoutSecondFactor = meta['withoutSecondFactor'] === true
        const inAnyOrganization = meta['inAnyOrganization'] === true
        const endpoint = request.path.join('.')
        const context = { ...request.context, whileViewing, withoutSecondFactor, inAnyOrganization, endpoint }
        const output = await reportDuration(options.reports, request.path, () =>
          request.next({ ...request, context }).catch((error: unknown) => {
            const failure = toProtocolError(error)
            const wait = retryAfter(failure)
            if (wait !== undefined) request.context.resHeaders?.set('retry-after', wait)
            throw failure
          }),
        )
        return isEventStream(output) ? mapStreamErrors(output, toProtocolError) : output
      },
    ],
  })
  const auth = toNodeHandler(async (request) => {
    const response = await services.auth.handler(request).catch(throwAuthFailure)
    const failure = await toAuthFailure(response)
    if (failure) {
      const wait = retryAfter(failure)
      const headers = wait === undefined ? {} : { 'retry-after': wait }
      return Response.json(asProtocolError(failure).toJSON(), { status: failure.status, headers })
    }
    return response.ok ? allowedResponse(new URL(request.url).pathname, response) : response
  })

  /**
   * The limit of a body. More than 64 KB is accepted only with a sign-in, which is checked first.
   * @throws not_signed_in for a larger declared body without a sign-in
   */
  async function bodyLimit(request: IncomingMessage, path: string, caller: Caller | undefined): Promise<number> {
    const declared = declaredBytes(request)
    if (declared !== undefined && declared <= anonymousBytes) return anonymousBytes
    if (caller && (await isSignedIn(caller))) return largestBody(request.method, path)
    return declared === undefined ? anonymousBytes : fail('not_signed_in')
  }

  /** Behind a proxy all connections are the proxy's, so requests are counted instead. */
  async function withinCap(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = addressOf(request, isProxied)
    if (!cap.acquire(address)) throw tooMany(1)
    response.once('close', () => cap.release(address))
    await handle(request, response)
  }

  /** Names the request by its path pattern. A raw route names its request when it matches. */
  async function noteRouteOf(method: string, path: string): Promise<void> {
    if (healthPaths.has(path) || (metrics && path === metricsPath)) return noteRoute(ignoredRoute)
    if (path.startsWith('/api/auth/')) return isServed(path) ? noteRoute(path) : undefined
    if (path.startsWith('/api/')) {
      const found = await findRoute(method, `/${path.slice('/api/'.length)}`)
      return found === undefined ? undefined : noteRoute(`/api${found}`)
    }
    if (isPage(path)) return noteRoute('page')
    if (path.startsWith('/assets/')) return noteRoute('/assets/*')
    if (path === outboxPath) return noteRoute(outboxPath)
  }

  /** The context of the user who sends a request. `renewed` is the token of a cookie that was signed with a former key. */
  function identify(request: IncomingMessage): { context: RequestContext; renewed: string | undefined } {
    const renewed = renewCookie(request, keys, isSecure)
    const token = sessionToken(request, options.cookieKey, isSecure)
    const ipAddress = addressOf(request, services.config.TRUST_PROXY)
    const sender = { ipAddress, userAgent: request.headers['user-agent'] ?? '' }
    const isAutomatic = request.headers[automaticHeader] !== undefined
    const caller = token ? { token, ...sender, isAutomatic } : undefined
    const whileViewing = request.method === 'GET' || request.method === 'HEAD'
    const shownAccount = request.headers[accountHeader]?.toString()
    const shownOrganization = request.headers[organizationHeader]?.toString()
    const access = { caller, whileViewing, withoutSecondFactor: false, inAnyOrganization: whileViewing }
    return { context: { ...services, sender, shownAccount, shownOrganization, ...access, endpoint: '' }, renewed }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    for (const [name, value] of constantHeaders) response.setHeader(name, value)
    const path = pathOf(request.url)
    if (path === undefined) return reject(request, response, new Failure('request_malformed'))
    if (hasWatcher) await noteRouteOf(request.method ?? '', path)
    const isScrape = path === metricsPath && metrics !== undefined
    // Load balancers, orchestrators and Prometheus send probes to a machine's or container's address.
    if (!isOwnHost(request.headers.host) && !path.startsWith('/api/health') && !isScrape)
      return reject(request, response, new Failure('host_unknown'))
    const isApi = path.startsWith('/api/') || path.startsWith('/media/')
    if (isApi) response.setHeader('cache-control', 'no-store')
    if (isApi && !foreignPaths.has(path) && !isOwnOrigin(request, options.publicUrl))
      return sendFailure(response, new Failure('foreign_origin'))
    if (isScrape) return metrics(request, response)
    if (await respondToProbe(path, response, options.readiness)) return
    if (request.method === 'GET' && (await serveApiReference(path, response))) return
    if (path === outboxPath && options.outbox) return outboxPage(options.outbox, request, response)
    // A document reads its first data as the user who requests the document. Static files need no user.
    if (!isApi)
      return options.pages(request, response, (address) => readFirst(api.standard, identify(request).context, address))
    if (path.startsWith('/api/auth/')) {
      if (!isServed(path)) return sendFailure(response, new Failure('not_found'))
      renewCookie(request, keys, isSecure)
      request.headers[addressHeader] = addressOf(request, services.config.TRUST_PROXY)
      return auth(await withJson(request, maxAuthBytes), response)
    }
    const { context, renewed } = identify(request)
    if (renewed) {
      const maxAgeSeconds = services.config.SIGN_IN_MAX_DAYS * daySeconds
      response.setHeader('set-cookie', sessionCookie(renewed, options.cookieKey, { secure: isSecure, maxAgeSeconds }))
    }
    const limit = foreignPaths.has(path) ? 0 : await bodyLimit(request, path, context.caller)
    for (const route of options.rawRoutes) if (await route(request, response, context, path)) return
    const { matched } = await api.node.handle(await withJson(request, limit), response, { prefix: '/api', context })
    if (matched) return
    // The compression plugin has set an encoding, but has not applied it to this response.
    response.setHeader('cache-control', 'no-store, no-transform')
    sendFailure(response, new Failure('not_found'))
  }

  return (request, response) => {
    const id = newRequestId(request.headers['x-request-id'], isProxied)
    const trace: RequestTrace = { id, span: options.tracing?.beginRequest(request.headers) }
    response.setHeader('x-request-id', id)
    watchRequest(request, response, trace, watchers)
    withTrace(trace, () => {
      const handled = isProxied ? withinCap(request, response) : handle(request, response)
      handled.catch((error: unknown) => {
        // The client disconnected, or was too slow.
        if (isClientDisconnect(error) && request.socket.destroyed) return
        const failure = toFailure(error, services.log)
        if (response.headersSent) response.destroy()
        else sendFailure(response, failure)
      })
    })
  }
}

/** Rejects a request with a malformed target or an unknown host, with a page or with JSON. */
function reject(request: IncomingMessage, response: ServerResponse, failure: Failure) {
  if (!acceptsHtml(request)) return sendFailure(response, failure)
  sendFailurePage(response, {
    status: failure.status,
    sentence: failure.message,
    back: { address: '/', name: 'Attend' },
  })
}

/** Adds the parsed JSON to the request, so that the libraries do not read the body. */
async function withJson(request: IncomingMessage, limit: number) {
  if (declaredBytes(request) === 0) return request
  return Object.assign(request, { body: await readJson(request, limit) })
}

/** Sends a failure in the contract's format, for responses outside the router. */
function sendFailure(response: ServerResponse, failure: Failure) {
  // Closes the connection after an unread body.
  const rest = response.req.complete ? {} : { connection: 'close' }
  const wait = retryAfter(failure)
  const pause = wait === undefined ? {} : { 'retry-after': wait }
  response.writeHead(failure.status, { 'content-type': 'application/json', ...rest, ...pause })
  response.end(JSON.stringify(asProtocolError(failure).toJSON()))
}
