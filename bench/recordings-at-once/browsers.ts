// Browsers that record, for run.ts: each has one connection and sends half a second of sound at a time, strictly in order. Waiting
// sound is joined into one request. Contains its own HTTP client, because Node's client would use more of the machine than the product.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sliceMs } from '#test/live.ts'

export interface Recorder {
  sessionId: string
  cookie: string
  /** Number of the next chunk. */
  n: number
}

interface Order {
  port: number
  recorders: Recorder[]
  seconds: number
}

export interface Recorded {
  /** Milliseconds from sending a request to its acknowledgement, in ascending order. */
  acknowledged: number[]
  /** Milliseconds from the moment at which a request was due, in ascending order. Includes the wait for earlier requests. */
  sinceDue: number[]
  slices: number
  failures: number
  /** The number of the next chunk of each recorder. */
  next: number[]
}

/** Half a second at 34 kbit/s. */
const slice = Buffer.alloc((34_000 / 8 / 1000) * sliceMs, 'sound of a session ')
const beginning = readFileSync(
  new URL('../../src/server/providers/media/fixtures/live.webm', import.meta.url),
).subarray(0, slice.length)

interface Body {
  data: Buffer
  sha256: string
}

const bodyOf = (data: Buffer): Body => ({ data, sha256: createHash('sha256').update(data).digest('hex') })
const bodies = new Map<number, Body>()
const first = bodyOf(beginning)

function bodyOfSlices(count: number): Body {
  const body = bodies.get(count) ?? bodyOf(Buffer.concat(Array.from({ length: count }, () => slice)))
  bodies.set(count, body)
  return body
}

async function record({ port, recorders, seconds }: Order): Promise<Recorded> {
  const acknowledged: number[] = []
  const sinceDue: number[] = []
  const next: number[] = []
  let slices = 0
  let failures = 0
  const end = performance.now() + seconds * 1000

  async function run(recorder: Recorder, at: number): Promise<void> {
    let { n } = recorder
    // Spreads the starts over half a second, because users start at different moments.
    await pause((sliceMs * at) / recorders.length)
    const begun = performance.now()
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    let recorded = 0
    let sent = 0
    while (performance.now() < end) {
      const due = begun + (sent + 1) * sliceMs
      const wait = due - performance.now()
      if (wait > 0) await pause(wait)
      recorded = Math.floor((performance.now() - begun) / sliceMs)
      const count = n === 0 ? 1 : recorded - sent
      if (count < 1) continue
      const start = performance.now()
      const status = await put(socket, { port, recorder, n, count, body: n === 0 ? first : bodyOfSlices(count) })
      if (status !== 200) {
        failures++
        break
      }
      acknowledged.push(performance.now() - start)
      sinceDue.push(performance.now() - due)
      slices += count
      sent += count
      n += count
    }
    socket.destroy()
    next[at] = n
  }
  await Promise.all(recorders.map(run))
  const ascending = (times: number[]) => times.toSorted((a, b) => a - b)
  return { acknowledged: ascending(acknowledged), sinceDue: ascending(sinceDue), slices, failures, next }
}

interface Chunk {
  port: number
  recorder: Recorder
  n: number
  count: number
  body: Body
}

/** Sends chunks and returns the status of the response, which fits one packet. */
function put(socket: ReturnType<typeof connect>, { port, recorder, n, count, body }: Chunk): Promise<number> {
  return new Promise((resolve, reject) => {
    const done = (data: Buffer) => {
      socket.off('error', reject)
      resolve(Number(data.toString('latin1', 9, 12)))
    }
    socket.once('data', done)
    socket.once('error', reject)
    const head = [
      `PUT /api/sessions/${recorder.sessionId}/chunks/${n} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `origin: http://127.0.0.1:${port}`,
      'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      `cookie: ${recorder.cookie}`,
      'content-type: audio/webm;codecs=opus',
      `x-chunk-sha256: ${body.sha256}`,
      `x-chunk-count: ${count}`,
      'x-chunk-segment: 0',
      `x-chunk-ends-ms: ${(n + count) * sliceMs}`,
      `content-length: ${body.data.length}`,
    ]
    socket.write(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.data]))
  })
}

process.on('message', (order: Order) => {
  void record(order).then((recorded) => process.send?.(recorded))
})
process.once('disconnect', () => process.exit())
process.send?.({})
