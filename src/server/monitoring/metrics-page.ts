import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'

export const metricsPath = '/metrics'

/** The figures as Prometheus reads them. */
export interface MetricsText {
  text: () => Promise<string>
  contentType: string
}

/** Serves the figures at `/metrics`. With a token, only to requests that carry it (`Authorization: Bearer …`). */
export function metricsPage({ text, contentType }: MetricsText, token: string | undefined): RequestListener {
  const expected = token === undefined ? undefined : digest(`Bearer ${token}`)
  return (request, response) => {
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    const rejected = rejection(request)
    if (rejected) {
      const [status, headers] = rejected
      response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end()
      return
    }
    text().then(
      (figures) => response.writeHead(200, { 'content-type': contentType }).end(figures),
      () => response.destroy(),
    )
  }

  function rejection({ url, method, headers }: IncomingMessage): [number, Record<string, string>] | undefined {
    if (url?.split('?', 1)[0] !== metricsPath) return [404, {}]
    if (expected && !timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return [401, { 'www-authenticate': 'Bearer' }]
    return method === 'GET' ? undefined : [405, { allow: 'GET' }]
  }
}

const digest = (value: string) => createHash('sha256').update(value).digest()
