import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payments } from '#server/providers/payments/port.ts'
import { createSandboxPayments } from '#server/providers/payments/sandbox/payments.ts'
import { beginBilling } from '#test/billing.ts'
import { buildOrganization } from '#test/build.ts'
import { openWorkerServices } from '#test/jobs.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let headers: Record<string, string>
let pdf: Readable
const lines: { msg: string; err: { message: string } }[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const clock = () => new Date('2026-03-10T12:00:00Z')
  const openPayments = (databaseUrl: string): Payments => {
    const payments = createSandboxPayments({ databaseUrl, clock, eventKey: Buffer.alloc(32, 7) })
    return { ...payments, invoiceFile: async () => ({ pdf }) }
  }
  world = await createWorld({ providers: { clock, log, openPayments } })
  const { id, ownerId } = await buildOrganization(world)
  const worker = await openWorkerServices(world)
  await beginBilling(worker.services, id, ownerId)
  await worker.close()
  headers = await world.headersOf(ownerId)
})
afterAll(() => world.close())

/** Starts a download that never ends. */
async function open(signal: AbortSignal | null) {
  pdf = new Readable({ read: () => {} })
  pdf.push('%PDF')
  const response = await fetch(`${world.url}/api/billing/invoices/in_1/file`, { headers, signal })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value).toEqual(new TextEncoder().encode('%PDF'))
  return reader
}

test('an invoice download that fails at the provider is logged, but a client disconnect is not', async () => {
  const page = new AbortController()
  await open(page.signal)
  const closed = once(pdf, 'close')
  page.abort()
  await closed.catch(() => {})
  const reader = await open(null)
  pdf.destroy(new Error('broken off'))
  await expect(reader?.read()).rejects.toThrow('terminated')
  await expect.poll(() => lines).toMatchObject([{ err: { message: 'broken off' } }])
})
