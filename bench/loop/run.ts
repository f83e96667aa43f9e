// Measures how long the heaviest requests block the event loop of the web process, and how long other requests wait
// beside slow connections.
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'

const Started = z.object({ url: z.string(), headers: z.record(z.string(), z.string()), clientId: z.string() })
const Delays = z.object({ p50: z.number(), p99: z.number(), max: z.number() })

const server: ChildProcess = fork(new URL('./server.ts', import.meta.url))
const { url, headers, clientId } = Started.parse((await once(server, 'message'))[0])
const json = { ...headers, 'content-type': 'application/json' }

async function delays(): Promise<z.infer<typeof Delays>> {
  const reported = once(server, 'message')
  server.send('delays')
  return Delays.parse((await reported)[0])
}

const send = (method: string, path: string, body?: string, with_: Record<string, string> = json) =>
  fetch(`${url}/api${path}`, { method, headers: with_, ...(body !== undefined && { body }) }).then(
    async (response) => (await response.arrayBuffer(), response.status),
    () => 'closed' as const,
  )

/** A session of about this many kilobytes, as a text file. */
function transcript(kilobytes: number): string {
  let text = ''
  for (let n = 0; text.length < kilobytes * 1000; n += 1) {
    text +=
      n % 2
        ? `Client: I slept four hours on day ${n} and woke with my heart racing.\n`
        : `Therapist: What happened at ${n}?\n`
  }
  return Buffer.from(text).toString('base64')
}
const fileOf = (content: string) =>
  JSON.stringify({ fileName: 'a.txt', content, requestId: randomUUID(), settingType: 'in-person' })

/** The session of the imported transcript. */
let imported = ''
let revision = 0
async function importTranscript(): Promise<number> {
  const response = await fetch(`${url}/api/clients/${clientId}/transcripts`, {
    method: 'POST',
    headers: json,
    body: fileOf(transcript(400)),
  })
  imported = z.object({ sessionId: z.string() }).parse(await response.json()).sessionId
  return response.status
}

const origin = { origin: url, 'content-type': 'application/json' }
const works: Record<string, () => Promise<unknown>> = {
  nothing: () => pause(2000),
  'sign-up, 100 substituted letters': () =>
    send(
      'POST',
      '/auth/sign-up/email',
      JSON.stringify({ email: 'a@b.example', password: 'p4$$w0rd'.repeat(13), name: '' }),
      origin,
    ),
  'six bodies of 11 MB of [ without a session': () =>
    Promise.all(Array.from({ length: 6 }, () => send('POST', '/invitations/x/accept', '['.repeat(11e6), origin))),
  'a body of 1 MB of [': () => send('PATCH', '/me', '['.repeat(1e6)),
  'a body of 12 MB': () => send('POST', `/clients/${clientId}/transcripts`, fileOf('a'.repeat(12e6))),
  'a transcript of 400 KB, imported': importTranscript,
  'a transcript of 400 KB, read': () => send('GET', `/sessions/${imported}/transcript`),
  'its speakers, swapped': () =>
    send(
      'POST',
      `/notes/${imported}/transcript/edits`,
      JSON.stringify({ revision: revision++, edit: { kind: 'swap', label: 'Client', other: 'Therapist' } }),
    ),
  'its note, with safety passages': () => send('GET', `/notes/${imported}`),
  'progress over 200 sessions': () => send('GET', '/progress'),
  'progress over 200 sessions, as a file': () => send('POST', '/progress/file', '{}'),
  'an audit trail of 49,000 events, as a file': () => send('POST', '/organization/trail/file', '{}'),
}
const formatMs = (ms: number) => `${ms.toFixed(1)} ms`
for (const [name, work] of Object.entries(works)) {
  await work()
  await pause(500)
  await delays()
  const outcome = await work()
  await pause(200)
  const { p50, p99, max } = await delays()
  console.log(
    `${name}: p50 ${formatMs(p50)}, p99 ${formatMs(p99)}, max ${formatMs(max)} (${JSON.stringify(outcome) ?? ''})`,
  )
}

const slowConnections = Array.from({ length: 200 }, () =>
  connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined),
)
for (const socket of slowConnections)
  socket.write(`PATCH /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${url}\r\ncontent-length: 60000\r\n\r\n{`)
const waits: number[] = []
while (waits.length < 500) {
  const startedAt = performance.now()
  await send('GET', '/me', undefined, headers)
  waits.push(performance.now() - startedAt)
}
const sorted = waits.toSorted((a, b) => a - b)
console.log(`beside 200 slow connections: p50 ${formatMs(sorted[250] ?? 0)}, p99 ${formatMs(sorted[495] ?? 0)}`)
console.log(`load ${loadavg()[0]?.toFixed(1)}`)
for (const socket of slowConnections) socket.destroy()
server.disconnect()
