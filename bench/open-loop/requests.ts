import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Clinician } from './clinicians.ts'

/** Times and failures of the requests of one kind. */
export interface Outcome {
  /** Milliseconds from the planned start of each request that succeeded, in ascending order. */
  times: number[]
  /** Failed requests by status or reason. */
  errors: Record<string, number>
}

export interface Load {
  /** Port of the web process on this machine. */
  port: number
  clinicians: readonly Clinician[]
  seconds: number
  /** Requests per second. */
  rates: Readonly<Record<Kind, number>>
}

const kinds = ['client list', 'calendar', 'note list', 'save a note'] as const
export type Kind = (typeof kinds)[number]

/** A request without a response after this time counts as failed. */
const requestTimeoutMs = 20_000
/** Above this number of open requests, new ones are not sent and count as failed, so that a stopped server cannot fill the memory. */
const maxOpen = 2000

/**
 * Sends requests at a fixed rate, whether or not earlier ones have ended. Times are counted from the planned start, so that a slow
 * server can neither delay later requests nor hide the waiting time. Only saves wait for the earlier saves of their note.
 */
export async function runRequests(load: Load): Promise<Record<Kind, Outcome>> {
  const agent = new Agent({ keepAlive: true, maxSockets: maxOpen })
  const state = { open: 0 }
  const all = await Promise.all(kinds.map((kind) => arrive(load, kind, agent, state)))
  agent.destroy()
  const [clients, calendar, notes, saves] = all
  if (!clients || !calendar || !notes || !saves) throw new Error('A kind of request has no outcome.')
  return { 'client list': clients, calendar, 'note list': notes, 'save a note': saves }
}

async function arrive(load: Load, kind: Kind, agent: Agent, state: { open: number }): Promise<Outcome> {
  const { clinicians, seconds, rates } = load
  const outcome: Outcome = { times: [], errors: {} }
  const countFailure = (reason: string) => (outcome.errors[reason] = (outcome.errors[reason] ?? 0) + 1)
  // An edit needs the version that the previous edit created.
  const edits = new Map<Clinician, Promise<void>>()
  const begun = performance.now()
  const pending: Promise<void>[] = []
  for (let n = 0; n < Math.floor(rates[kind] * seconds); n++) {
    const due = begun + (n * 1000) / rates[kind]
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    const clinician = clinicians[n % clinicians.length]
    if (!clinician) throw new Error('There is no therapist.')
    if (state.open >= maxOpen) {
      countFailure('not sent')
      continue
    }
    state.open++
    const send = async () => {
      try {
        await call(load.port, agent, kind, clinician)
        outcome.times.push(performance.now() - due)
      } catch (error) {
        countFailure(error instanceof Error ? error.message : String(error))
      } finally {
        state.open--
      }
    }
    const before = kind === 'save a note' ? edits.get(clinician) : undefined
    const sending = before?.then(send) ?? send()
    edits.set(clinician, sending)
    pending.push(sending)
  }
  await Promise.all(pending)
  outcome.times.sort((a, b) => a - b)
  return outcome
}

async function call(port: number, agent: Agent, kind: Kind, clinician: Clinician): Promise<void> {
  const { session, version } = clinician
  const today = new Date().toISOString().slice(0, 10)
  const content = `The client slept better, on ${version} nights since the last session.`
  const sections = [{ title: 'Subjective', content }]
  const planned: Record<Kind, Pick<Exchange, 'method' | 'path' | 'body'>> = {
    'client list': { method: 'POST', path: '/api/clients/list', body: {} },
    calendar: { method: 'GET', path: `/api/calendar?from=${today}&to=${today}`, body: null },
    'note list': { method: 'POST', path: '/api/notes/list', body: {} },
    'save a note': {
      method: 'PUT',
      path: `/api/notes/${session}`,
      body: { baseVersion: version, noteType: 'SOAP', sections },
    },
  }
  const text = await exchange({ port, agent, cookie: clinician.cookie, ...planned[kind] })
  if (kind === 'save a note') clinician.version = z.object({ version: z.int() }).parse(JSON.parse(text)).version
}

interface Exchange {
  port: number
  agent: Agent
  method: string
  path: string
  body: object | null
  cookie: string
}

/** @throws Error with the status or the code of the connection's failure as its message */
function exchange({ port, agent, method, path, body, cookie }: Exchange): Promise<string> {
  return new Promise((resolve, reject) => {
    const origin = `http://127.0.0.1:${port}`
    const headers = { cookie, origin, ...(body && { 'content-type': 'application/json' }) }
    const signal = AbortSignal.timeout(requestTimeoutMs)
    const clientRequest = request({ host: '127.0.0.1', port, agent, method, path, headers, signal }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(parts).toString())
          : reject(new Error(`status ${response.statusCode}`)),
      )
    })
    clientRequest.on('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(signal.aborted ? 'no response' : error.code)),
    )
    clientRequest.end(body === null ? undefined : JSON.stringify(body))
  })
}
