import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { request } from 'node:http'
import { createWorld, type World, type WorldOptions } from './world.ts'

export interface BrowserResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
  text: string
}

/** Acts like a browser without a page: stores cookies, sends its origin. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<BrowserResponse>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<BrowserResponse>
  patch(path: string, body: object): Promise<BrowserResponse>
  /** Current cookies by name. */
  cookies: Map<string, string>
}

/** A world whose emails tests can read. */
export async function createMailWorld(options: WorldOptions = {}) {
  const mail = createFakeMailer()
  const world = await createWorld({ ...options, providers: { ...options.providers, mail } })
  return { world, mail }
}

export function openBrowser(world: Pick<World, 'url'>): Browser {
  const cookies = new Map<string, string>()
  async function send(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      ...(method === 'GET' ? {} : { origin: world.url }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    }
    const response = await exchange(world.url + path, method, sent, body && JSON.stringify(body))
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  return {
    cookies,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
  }
}

/** Sends one request without following redirects. May set any header, including `host`. */
export function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string,
): Promise<BrowserResponse> {
  return new Promise((resolve, reject) => {
    const isMeasured = body !== undefined && !('transfer-encoding' in headers)
    const length = isMeasured ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const outgoing = request(url, { method, headers: { ...length, ...headers }, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parseObject(text) })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
