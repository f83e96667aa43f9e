import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { speechRate } from '#server/providers/media/pcm.ts'
import type { Spoken } from './spoken.ts'

/** `well`; `down`: nothing answers; `refusing`: it answers 401; `rubbish`: it answers, but no transcription. */
type Behaviour = 'well' | 'down' | 'refusing' | 'rubbish'

/** Stands in for a transcription service of the OpenAI protocol that knows one recording by heart. */
export interface SpeechEndpoint extends AsyncDisposable {
  baseUrl: string
  behaviour: Behaviour
  /** Lets requests wait until the returned function is called. */
  hold(): () => void
  /** Until the next request was answered, well or badly. */
  nextAnswer(): Promise<void>
}

const wavHeaderBytes = 44

export async function serveSpeech(spoken: Spoken): Promise<SpeechEndpoint> {
  let free = Promise.resolve()
  const answers = new EventEmitter()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const audio = await readAudio(request)
    await free
    if (endpoint.behaviour === 'down') response.destroy()
    else if (endpoint.behaviour === 'rubbish') response.end('<html>Welcome to nginx!</html>')
    else if (endpoint.behaviour === 'refusing')
      json(response, 401, { error: { message: 'Incorrect API key provided' } })
    else json(response, 200, transcribe(audio, spoken))
    answers.emit('answer')
  }

  const port = await listen()
  const endpoint: SpeechEndpoint = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    behaviour: 'well',
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      free = promise
      return resolve
    },
    async nextAnswer() {
      await once(answers, 'answer')
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

/** The turns that this piece of the recording holds, timed from the piece's own start. */
function transcribe(piece: Int16Array, { samples, turns }: Spoken) {
  const from = placeOf(piece, samples) / speechRate
  const to = from + piece.length / speechRate
  const segments = turns
    .filter(({ start, end }) => (start + end) / 2 >= from && (start + end) / 2 < to)
    .map(({ start, end, text }) => ({ start: start - from, end: end - from, text: ` ${text}` }))
  return { text: segments.map(({ text }) => text).join(''), segments }
}

/** Where a piece begins in the recording, in samples: found by its first loud moment. */
function placeOf(piece: Int16Array, samples: Int16Array): number {
  const length = 400
  const loud = piece.findIndex((sample) => Math.abs(sample) > 800)
  const isHere = (at: number) => {
    for (let i = 0; i < length; i++) if (Math.abs((samples[at + i] ?? 0) - (piece[loud + i] ?? 0)) > 2) return false
    return true
  }
  for (let at = loud; at >= 0 && at + length <= samples.length; at++) if (isHere(at)) return at - loud
  throw new Error('this is no piece of the recording')
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
