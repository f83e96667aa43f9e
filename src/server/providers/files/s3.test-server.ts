import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { collectBytes } from './blocks.ts'

export interface S3TestServer {
  /** URL of the bucket. */
  endpoint: string
  objects: Map<string, Buffer>
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished: Map<string, Map<number, Buffer>>
  /** Responds to the next requests of this method with an error, by default 503. */
  failNext(method: string, times: number, status?: number): void
  close(): Promise<void>
}

/**
 * The part of S3 that the adapter uses: objects, ranges, If-Match and multipart uploads. Signatures are required but
 * not verified.
 */
export async function startS3TestServer(): Promise<S3TestServer> {
  const bucket = 'recordings'
  const objects = new Map<string, Buffer>()
  const unfinished = new Map<string, Map<number, Buffer>>()
  const failures = new Map<string, { times: number; status: number }>()

  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await collectBytes(request)
    const url = new URL(request.url ?? '/', 'http://s3.test')
    const method = request.method ?? 'GET'
    const failure = failures.get(method)
    if (failure && failure.times > 0) {
      failure.times -= 1
      response.writeHead(failure.status).end()
    } else if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
      response.writeHead(403).end()
    } else if (!url.pathname.startsWith(`/${bucket}/`)) {
      response.writeHead(404).end()
    } else if (url.searchParams.has('list-type')) {
      respondWithList(url.searchParams.get('prefix') ?? '', response)
    } else if (url.searchParams.has('uploads') || url.searchParams.has('uploadId')) {
      respondToMultipart(method, url, body, response)
    } else {
      respondWithObject(method, keyOf(url), body, request, response)
    }
  }

  const keyOf = (url: URL) => decodeURIComponent(url.pathname.slice(bucket.length + 2))

  function respondWithObject(
    method: string,
    key: string,
    body: Buffer,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const object = objects.get(key)
    if (method === 'PUT') {
      objects.set(key, body)
      response.writeHead(200, { etag: etagOf(body) }).end()
    } else if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (!object) {
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
    } else if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== etagOf(object)) {
      response.writeHead(412).end()
    } else {
      respondWithRange(object, request.headers.range, response)
    }
  }

  function respondWithList(prefix: string, response: ServerResponse): void {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix))
    const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`)
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`)
  }

  function respondToMultipart(method: string, url: URL, body: Buffer, response: ServerResponse): void {
    const id = url.searchParams.get('uploadId') ?? randomUUID()
    if (method === 'POST' && url.searchParams.has('uploads')) {
      unfinished.set(id, new Map())
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
      return
    }
    const parts = unfinished.get(id)
    if (!parts) {
      response.writeHead(404).end()
    } else if (method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      response.writeHead(200, { etag: etagOf(body) }).end()
    } else if (method === 'DELETE') {
      unfinished.delete(id)
      response.writeHead(204).end()
    } else {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map((match) => Number(match[1]))
      const object = Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0)))
      unfinished.delete(id)
      objects.set(keyOf(url), object)
      response.end(`<CompleteMultipartUploadResult><ETag>${etagOf(object)}</ETag></CompleteMultipartUploadResult>`)
    }
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    endpoint: `http://127.0.0.1:${address.port}/${bucket}`,
    objects,
    unfinished,
    failNext: (method, times, status = 503) => failures.set(method, { times, status }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respondWithRange(object: Buffer, range: string | undefined, response: ServerResponse): void {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
  const headers = { etag: etagOf(object), 'content-type': 'application/octet-stream' }
  if (!asked) {
    response.writeHead(200, headers).end(object)
    return
  }
  const start = Number(asked[1])
  if (start >= object.length) {
    response.writeHead(416, { 'content-range': `bytes */${object.length}` }).end()
    return
  }
  const end = Math.min(asked[2] ? Number(asked[2]) : object.length - 1, object.length - 1)
  response
    .writeHead(206, { ...headers, 'content-range': `bytes ${start}-${end}/${object.length}` })
    .end(object.subarray(start, end + 1))
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
