import type { IncomingMessage } from 'node:http'

export interface HeaderOptions {
  secure: boolean
  /** True if HSTS includes the subdomains. */
  hstsSubdomains: boolean
  development: boolean
  /** URL of the welcome video's player, which pages may frame. */
  framed: string | undefined
  /** DSN for error reports, to whose host pages may send. */
  reportsTo: string | undefined
  /** True if cards are entered in Stripe's form, which loads its script and frames. */
  hasStripe: boolean
}

/** The sources that Stripe's form needs, from its integration security guide. */
const stripe = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ' https://api.stripe.com',
}

/**
 * Security headers of every response. Pages load only from this server, except the video player and Stripe's form; send
 * only to this server, except error reports and card data for Stripe; and run no inline script.
 */
export function securityHeaders(options: HeaderOptions): Readonly<Record<string, string>> {
  const scripts =
    (options.development ? "'self' 'unsafe-inline'" : "'self' 'wasm-unsafe-eval'") +
    (options.hasStripe ? stripe.scripts : '')
  const framed = options.framed === undefined ? [] : [new URL(options.framed).origin]
  const frames = [...framed, ...(options.hasStripe ? stripe.frames : [])].join(' ') || "'none'"
  const reports = options.reportsTo === undefined ? '' : ` ${new URL(options.reportsTo).origin}`
  const connect = `'self'${options.development ? ' ws:' : ''}${reports}${options.hasStripe ? stripe.connect : ''}`
  return {
    'content-security-policy':
      `default-src 'self'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' blob:; ` +
      `connect-src ${connect}; worker-src 'self' blob:; frame-src ${frames}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
    'cross-origin-resource-policy': 'same-origin',
    // Browsers apply these headers over https only. Over http, they warn about the first header.
    ...(options.secure && {
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': `max-age=31536000${options.hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

/** False for a request that may change data and does not come from our own pages (CSRF protection). */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.origin
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin'
  const publicAddress = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (origin === publicAddress?.origin) return true
  // A request for a host other than the public one did not pass the proxy, so it uses http.
  return request.headers.host !== publicAddress?.host && origin === `http://${request.headers.host}`
}

/** The caller's address. Behind our proxy, the last address in the header: callers can forge the earlier addresses. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || (request.socket.remoteAddress ?? '')
}
