import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { caddy, isInstalled, nginx, type RunningProxy } from './run-proxy.ts'

/** A part of a model's file, the largest body that browsers send (`web/api/engine-files.ts`). */
const largestBody = 16 * 1024 ** 2

const megabyte = 1024 * 1024
const recording = randomBytes(12 * megabyte)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Downloaded audio is larger than what a proxy and the sockets can hold: Linux lets a receive buffer grow to 32 MB. */
const downloadBytes = 128 * megabyte
const downloadPart = recording.subarray(0, megabyte)

const longTimeout = { timeout: 15_000 }

/** Replaces Attend, and records the requests that arrive. */
let upstream: Server
let received: { bytes: number; headers: IncomingHttpHeaders }[]
let sent: number
let proxy: RunningProxy
let endEvents: () => void

beforeEach(async () => {
  received = []
  sent = 0
  upstream = createServer((request, response) => {
    if (request.url === '/api/health/ready') {
      response.end()
      return
    }
    const one = { bytes: 0, headers: request.headers }
    received.push(one)
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
      endEvents = () => void response.end('data: last\n\n')
    } else if (request.url === '/audio') {
      response.writeHead(200, { 'content-type': 'audio/webm', 'content-length': downloadBytes })
      Readable.from(download()).pipe(response)
    } else {
      const hash = createHash('sha256')
      request.on('data', (data: Buffer) => {
        one.bytes += data.length
        hash.update(data)
      })
      request.on('end', () => response.end(hash.digest('hex')))
    }
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})
afterEach(async () => {
  await proxy.stop()
  upstream.closeAllConnections()
  upstream.close()
})

/** The body of a download. Adds the size of each part to `sent`. */
function* download(): Generator<Buffer> {
  for (; sent < downloadBytes; sent += megabyte) yield downloadPart
}

function upstreamPort(): number {
  const address = upstream.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A request over HTTP/1.1 that accepts any certificate, because that of the test is self-signed. */
function sendRequest(path: string, method = 'GET', headers: Record<string, string | number> = {}) {
  const host = { host: 'attend.example.com', connection: 'close' }
  return httpsRequest({
    host: '127.0.0.1',
    port: proxy.port,
    servername: 'attend.example.com',
    path,
    method,
    headers: { ...host, ...headers },
    rejectUnauthorized: false,
  })
}

async function responseTo(request: ReturnType<typeof sendRequest>): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (!response) throw new Error('no response')
  return response
}

async function put(body: Buffer, headers: Record<string, string | number> = {}): Promise<[number | undefined, string]> {
  const request = sendRequest('/api/chunks', 'PUT', { 'content-length': body.length, ...headers })
  // A proxy that rejects a body closes the connection while the body is being sent.
  request.on('error', () => undefined)
  const answer = responseTo(request)
  request.end(body)
  const response = await answer
  return [response.statusCode, (await buffer(response)).toString()]
}

/** Sends the first half of a recording, then calls `meanwhile` before the rest. */
async function putInHalves(meanwhile: () => Promise<void>): Promise<string> {
  const request = sendRequest('/api/chunks', 'PUT', { 'content-length': recording.length })
  request.write(recording.subarray(0, recording.length / 2))
  await meanwhile()
  request.end(recording.subarray(recording.length / 2))
  return (await buffer(await responseTo(request))).toString()
}

// CI installs nginx and Caddy.
describe.skipIf(!isInstalled(nginx) || !isInstalled(caddy)).each([nginx, caddy])(
  '$name with its configuration',
  (program) => {
    beforeEach(async () => {
      proxy = await program.start([upstreamPort()])
    })

    test('the proxy forwards the first half of an upload before the second half is sent, and writes it to no file', async () => {
      const before = await proxy.openFiles()
      const hash = await putInHalves(async () => {
        await expect.poll(() => received[0]?.bytes, longTimeout).toBe(recording.length / 2)
        expect(await proxy.openFiles()).toEqual(before)
      })
      expect(hash).toBe(sha256(recording))
    })

    test('the proxy waits for a slow reader of audio, and writes no audio to a file', async () => {
      const before = await proxy.openFiles()
      const request = sendRequest('/audio')
      request.end()
      const response = await responseTo(request)
      let stalledAt = -1
      await expect
        .poll(
          () => {
            const isStalled = sent === stalledAt
            stalledAt = sent
            return isStalled
          },
          { ...longTimeout, interval: 300 },
        )
        .toBe(true)
      expect(sent).toBeLessThan(downloadBytes)
      expect(await proxy.openFiles()).toEqual(before)
      const downloaded = await buffer(response)
      expect(downloaded.length).toBe(downloadBytes)
      for (let at = 0; at < downloadBytes; at += megabyte)
        expect(downloaded.subarray(at, at + megabyte).equals(downloadPart)).toBe(true)
    })

    test('the proxy forwards the first event of a stream while the stream is open', async () => {
      const request = sendRequest('/events')
      request.end()
      const response = await responseTo(request)
      const [first]: Buffer[] = await once(response, 'data')
      expect(String(first)).toBe('data: first\n\n')
      endEvents()
      expect((await buffer(response)).toString()).toBe('data: last\n\n')
    })

    test('the proxy replaces forged forwarding headers and the request id, and keeps the host', async () => {
      const forged = { 'x-forwarded-for': '6.6.6.6', 'x-request-id': 'forged-request-id' }
      await put(Buffer.from('a'), forged)
      const headers = received[0]?.headers
      expect(headers?.['x-forwarded-for']).toBe('127.0.0.1')
      expect(headers?.['x-request-id']).toMatch(/^[\w.-]{8,64}$/)
      expect(headers?.['x-request-id']).not.toBe(forged['x-request-id'])
      expect(headers?.host).toBe('attend.example.com')
    })

    test('the proxy forwards the largest body, and rejects a body of 24 MB', async () => {
      const [status] = await put(Buffer.alloc(largestBody))
      expect(status).toBe(200)
      received = []
      const [tooLarge] = await put(Buffer.alloc(largestBody * 1.5))
      // Caddy does not check the length first, and reports another error.
      expect(tooLarge).toBeOneOf([413, 502])
      expect(received[0]?.bytes ?? 0).toBeLessThan(largestBody * 1.5)
    })

    test('the proxy rejects requests for /metrics', async () => {
      const request = sendRequest('/metrics')
      request.end()
      expect((await responseTo(request)).statusCode).toBe(404)
      expect(received).toEqual([])
    })

    test('the proxy offers HTTP/2', async () => {
      const session = connectHttp2(`https://127.0.0.1:${proxy.port}`, {
        servername: 'attend.example.com',
        rejectUnauthorized: false,
      })
      const stream = session.request({ ':authority': 'attend.example.com', ':path': '/api/chunks', ':method': 'PUT' })
      stream.end(recording.subarray(0, 300_000))
      expect((await buffer(stream)).toString()).toBe(sha256(recording.subarray(0, 300_000)))
      expect(session.alpnProtocol).toBe('h2')
      session.close()
    })
  },
)

test.skipIf(!isInstalled(nginx))(
  'nginx writes an upload to its disk unless proxy_request_buffering is off',
  async () => {
    proxy = await nginx.start([upstreamPort()], (text) => text.replace('proxy_request_buffering off;', ''))
    await putInHalves(async () => {
      await expect
        .poll(() => proxy.openFiles(), longTimeout)
        .toContainEqual(expect.stringContaining('/temporary/client_body/'))
      expect(received).toEqual([])
    })
  },
)
