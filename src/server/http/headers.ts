import type { IncomingMessage, ServerResponse } from 'node:http'

export interface HeaderOptions {
  secure: boolean
  development: boolean
  /** Address of the one foreign page that may be framed: the welcome video's player. */
  framed: string | undefined
  /** The one foreign address that pages may send to: where errors are reported. */
  reportsTo: string | undefined
}

/** Security headers of every answer. Pages load nothing from elsewhere, save that player, send nothing elsewhere, save error reports, and run no inline script. */
export function setSecurityHeaders(response: ServerResponse, options: HeaderOptions) {
  const scripts = options.development ? "'self' 'unsafe-inline'" : "'self' 'wasm-unsafe-eval'"
  const frames = options.framed === undefined ? "'none'" : new URL(options.framed).origin
  const reports = options.reportsTo === undefined ? '' : ` ${new URL(options.reportsTo).origin}`
  const connect = `'self'${options.development ? ' ws:' : ''}${reports}`
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
  response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** Whether a request that changes something comes from our own pages (defence against cross-site request forgery). */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return true
  const origin = request.headers.origin
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin'
  if (!URL.canParse(origin)) return false
  return origin === (publicUrl && new URL(publicUrl).origin) || new URL(origin).host === request.headers.host
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
