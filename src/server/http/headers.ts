import type { IncomingMessage, ServerResponse } from 'node:http'

export interface HeaderOptions {
  secure: boolean
  /** Whether https is demanded for every subdomain as well. */
  hstsSubdomains: boolean
  development: boolean
  /** Address of the one foreign page that may be framed: the welcome video's player. */
  framed: string | undefined
  /** The one foreign address that pages may send to: where errors are reported. */
  reportsTo: string | undefined
  /** Whether cards are filled in on Stripe's form, which is a script and frames of theirs. */
  hasStripe: boolean
}

/** What Stripe's form needs, as its integration security guide lists it. */
const stripe = {
  scripts: ' https://js.stripe.com https://*.js.stripe.com',
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ' https://api.stripe.com',
}

/**
 * Security headers of every answer. Pages load nothing from elsewhere, save that player and Stripe's form, send nothing
 * elsewhere, save error reports and cards to Stripe, and run no inline script.
 */
export function setSecurityHeaders(response: ServerResponse, options: HeaderOptions) {
  const scripts =
    (options.development ? "'self' 'unsafe-inline'" : "'self' 'wasm-unsafe-eval'") +
    (options.hasStripe ? stripe.scripts : '')
  const framed = options.framed === undefined ? [] : [new URL(options.framed).origin]
  const frames = [...framed, ...(options.hasStripe ? stripe.frames : [])].join(' ') || "'none'"
  const reports = options.reportsTo === undefined ? '' : ` ${new URL(options.reportsTo).origin}`
  const connect = `'self'${options.development ? ' ws:' : ''}${reports}${options.hasStripe ? stripe.connect : ''}`
  response.setHeader(
    'content-security-policy',
    `default-src 'self'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' blob:; ` +
      `connect-src ${connect}; worker-src 'self' blob:; frame-src ${frames}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  )
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('x-frame-options', 'DENY')
  response.setHeader('referrer-policy', 'no-referrer')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(self)')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  if (!options.secure) return
  // Browsers heed these on https only, and complain about the first one elsewhere.
  response.setHeader('cross-origin-opener-policy', 'same-origin')
  response.setHeader(
    'strict-transport-security',
    `max-age=31536000${options.hstsSubdomains ? '; includeSubDomains' : ''}`,
  )
}

/** Whether a request that changes something comes from our own pages (defence against cross-site request forgery). */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.origin
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin'
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (origin === own?.origin) return true
  // Under another name than the public one we are reached without a proxy, and so without https.
  return request.headers.host !== own?.host && origin === `http://${request.headers.host}`
}

/** The address of whoever asks. Behind our proxy it is the last one of the header: those before are the caller's own claim. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last || (request.socket.remoteAddress ?? '')
}
