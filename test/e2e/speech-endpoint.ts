import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { wavHeaderBytes } from '#shared/audio/wav.ts'
import { type TranscribedTurn, transcribeExcerpt } from './transcribe-excerpt.ts'
import type { Spoken } from './spoken.ts'

/** `ok`; `down`: no connection; `unauthorized`: 401; `malformed`: a response that is not a transcription. */
type Behaviour = 'ok' | 'down' | 'unauthorized' | 'malformed'

/** Acts as a transcription service of the OpenAI protocol. It can transcribe one recording. */
export interface SpeechEndpoint extends AsyncDisposable {
  baseUrl: string
  behaviour: Behaviour
  /** Holds requests back until the returned function is called, or until `reset`. */
  delayRequests(): () => void
  /** Answers all requests again, also those that are held back. */
  reset(): void
  /** Resolves with the next request. */
  nextRequest(): Promise<void>
  /** Resolves with the next response, success or failure. */
  nextResponse(): Promise<void>
}

export async function serveSpeech(spoken: Spoken): Promise<SpeechEndpoint> {
  let mayRespond = Promise.resolve()
  let release = () => {}
  const events = new EventEmitter()
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const audio = await readAudio(request)
    events.emit('request')
    await mayRespond
    if (endpoint.behaviour === 'down') response.destroy()
    else if (endpoint.behaviour === 'malformed') response.end('<html>Welcome to nginx!</html>')
    else if (endpoint.behaviour === 'unauthorized')
      json(response, 401, { error: { message: 'Incorrect API key provided' } })
    else json(response, 200, transcription(transcribeExcerpt(audio, spoken)))
    events.emit('response')
  }

  const port = await listen()
  const endpoint: SpeechEndpoint = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    behaviour: 'ok',
    delayRequests() {
      const { promise, resolve } = Promise.withResolvers<void>()
      mayRespond = promise
      release = resolve
      return resolve
    },
    reset() {
      release()
      endpoint.behaviour = 'ok'
    },
    async nextRequest() {
      await once(events, 'request')
    },
    async nextResponse() {
      await once(events, 'response')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return endpoint

  async function listen(): Promise<number> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    return address.port
  }
}

async function readAudio(request: IncomingMessage): Promise<Int16Array> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const file = (await new Response(Buffer.concat(parts), { headers }).formData()).get('file')
  if (!(file instanceof Blob)) throw new Error('no audio was sent')
  return new Int16Array(await file.slice(wavHeaderBytes).arrayBuffer())
}

function transcription(turns: readonly TranscribedTurn[]) {
  const segments = turns.map(({ text, ...times }) => ({ ...times, text: ` ${text}` }))
  return { text: segments.map(({ text }) => text).join(''), segments }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
