import { hostname } from 'node:os'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createErrorReports } from './create.ts'
import { createFakeErrorReports } from './fake.ts'
import { type IngestTestServer, startIngestTestServer } from './ingest.test-server.ts'
import type { ErrorReports } from './port.ts'
import { reportedHooks } from './reporting-log.ts'
import { createSentryReports } from './sentry.ts'

const planted = 'Maya Stone said that she has thought about hurting herself since the divorce'
const wordsPattern = /Maya|Stone|hurting|divorce/i

/** Errors that quote data, as from a database, a parser and a language model. */
function errorsThatQuote(): Error[] {
  const quoting = new SyntaxError(`Unexpected token 'M', "${planted}" is not valid JSON`)
  const refused = Object.assign(new Error(`invalid input: ${planted}`, { cause: quoting }), {
    code: '22P02',
    detail: planted,
    parameters: [planted],
    request: { headers: { cookie: planted }, body: planted },
  })
  const renamed = new Error(planted)
  renamed.name = planted
  return [quoting, refused, renamed]
}

const makers: [string, () => ErrorReports][] = [
  ['none', () => createErrorReports(undefined)],
  ['fake', createFakeErrorReports],
  ['Sentry without a response', () => createErrorReports('http://key@127.0.0.1:9/7')],
]

describe.each(makers)('error reports: %s', (_name, make) => {
  test('error reports never throw or block, whatever was thrown', async () => {
    const reports = make()
    const begun = performance.now()
    for (const thrown of [...errorsThatQuote(), planted, null, undefined, { a: 1 }]) reports.report(thrown, 'it failed')
    reports.timed('clients.get', new Date(), 3, false)
    expect(performance.now() - begun).toBeLessThan(5000)
    await reports.close()
  })
})

/** The last line of an envelope: the event. */
function eventOf(ingest: IngestTestServer, index = 0): unknown {
  return JSON.parse(ingest.arrived[index]?.body.trim().split('\n').at(-1) ?? '')
}

describe('reports to Sentry', () => {
  test('reports to Sentry contain what failed, where in our files, and the reference number', async () => {
    await using ingest = await startIngestTestServer()
    const reports = createErrorReports(ingest.dsn)
    reports.report(Object.assign(new TypeError(planted), { code: 'EPIPE' }), 'a note could not be drafted', '0a1b2c3d')
    await ingest.has(1)
    await reports.close()
    expect(ingest.arrived[0]?.path).toMatch(/^\/api\/7\/envelope\/\?/)
    expect(eventOf(ingest)).toMatchObject({
      level: 'error',
      platform: 'node',
      tags: { number: '0a1b2c3d' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'a note could not be drafted (EPIPE)',
            stacktrace: {
              frames: expect.arrayContaining([
                expect.objectContaining({
                  filename: 'src/server/providers/error-reports/error-reports.test.ts',
                  in_app: true,
                }),
              ]),
            },
          },
        ],
      },
    })
  })

  test('reports to Sentry contain no session content and no host name', async () => {
    await using ingest = await startIngestTestServer()
    const reports = createErrorReports(ingest.dsn)
    const errors = errorsThatQuote()
    for (const error of errors) reports.report(error, 'it failed')
    await ingest.has(errors.length)
    await reports.close()
    for (const request of ingest.arrived) {
      expect(JSON.stringify(request)).not.toMatch(wordsPattern)
      expect(request.body).not.toContain(hostname())
      for (const left of ['request', 'user', 'breadcrumbs', 'extra', 'server_name']) {
        expect(eventOf(ingest)).not.toHaveProperty(left)
      }
    }
  })

  test('a report to Sentry without a thrown error contains the text', async () => {
    await using ingest = await startIngestTestServer()
    const reports = createErrorReports(ingest.dsn)
    reports.report(undefined, 'earlier backups are damaged')
    await ingest.has(1)
    await reports.close()
    expect(eventOf(ingest)).toMatchObject({
      exception: { values: [{ type: 'Error', value: 'earlier backups are damaged' }] },
    })
  })

  test('reports to Sentry include the duration of one request in ten', async () => {
    await using ingest = await startIngestTestServer()
    const numbers = [0.5, 0.05, 0.1, 0.99]
    const reports = createSentryReports({ dsn: ingest.dsn, random: () => numbers.shift() ?? 1 })
    for (const endpoint of ['a.first', 'clients.list', 'a.third', 'a.fourth']) {
      reports.timed(endpoint, new Date('2026-11-19T08:00:00Z'), 12, false)
    }
    await ingest.has(1)
    await reports.close()
    expect(ingest.arrived).toHaveLength(1)
    expect(eventOf(ingest)).toMatchObject({
      type: 'transaction',
      transaction: 'clients.list',
      contexts: { trace: { op: 'http.server', status: 'ok' } },
    })
  })

  test('reports to Sentry do not block if they get no response', async () => {
    await using ingest = await startIngestTestServer()
    ingest.hang()
    const reports = createErrorReports(ingest.dsn)
    const begun = performance.now()
    for (let times = 0; times < 100; times++) reports.report(new Error('x'), 'it failed')
    expect(performance.now() - begun).toBeLessThan(4000)
    await ingest.has(1)
    await reports.close()
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})

describe('errors that are logged', () => {
  test('logged errors are reported with message and number only; the rest stays in the log', () => {
    const { reported, ...reports } = createFakeErrorReports()
    const lines: string[] = []
    const log = pino({ level: 'info', hooks: reportedHooks(reports) }, { write: (line) => void lines.push(line) })
    const error = new Error(planted)
    log.error({ err: error, id: '0a1b2c3d', sessionId: 'x' }, 'a session could not be analyzed')
    log.error({ err: error, id: planted }, 'a mail could not be sent')
    log.warn({ err: error }, 'a try failed')
    log.info({ anything: 1 }, 'something happened')
    log.error({ organizationId: 'x', findings: [planted] }, 'an organization has more than one subscription')
    log.error('an event has an invalid signature')
    expect(lines).toHaveLength(6)
    expect(reported).toEqual([
      { error, what: 'a session could not be analyzed', number: '0a1b2c3d' },
      { error, what: 'a mail could not be sent', number: undefined },
      { error: undefined, what: 'an organization has more than one subscription', number: undefined },
      { error: undefined, what: 'an event has an invalid signature', number: undefined },
    ])
  })
})
