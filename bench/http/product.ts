// The product's web process on the big practice, for run.ts. With `monitored`, it logs requests and has figures for Prometheus.
import { randomBytes } from 'node:crypto'
import { createNoErrorReports } from '#server/providers/error-reports/none.ts'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { createMonitor } from '#server/monitoring/monitor.ts'
import { traceFields } from '#server/monitoring/request-trace.ts'
import { createPool } from '#server/postgres/connection.ts'
import { createFakeFiles } from '#server/providers/files/fake.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { pino } from 'pino'
import { startWeb } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { findRoleUrls } from '#server/db/roles.ts'

const [adminUrl = '', secret = '', monitored] = process.argv.slice(2)
const level = monitored === undefined ? 'error' : 'info'
const token = monitored === undefined ? {} : { METRICS_TOKEN: 'a token of 24 characters or more' }
const config = readConfig({ PORT: '0', DATABASE_URL: adminUrl, APP_SECRET: secret, LOG_LEVEL: level, ...token })
const urls = await findRoleUrls(adminUrl, secret)
const web = await startWeb(
  config,
  urls,
  {
    files: createFakeFiles(),
    speech: createFakeSpeech([]),
    drafter: createFakeDrafter(),
    excerpts: createFakeDrafter(),
    secondReader: null,
    analyst: createFakeAnalyst(),
    engines: createEngines({ folder: modelFolder(config), settings: config }),
    mail: createFakeMailer(),
    outbox: null,
    openPayments: (databaseUrl: string) =>
      createPayments({ databaseUrl, clock: () => new Date(), eventKey: randomBytes(32) }),
    reports: createNoErrorReports(),
    clock: () => new Date(),
    log: pino({ level, mixin: traceFields }),
  },
  {
    pages: async (_, response) => void response.end(),
    development: false,
    limits: false,
    publicUrl: 'http://127.0.0.1',
    monitor: createMonitor(config, createPool(urls.app_web, { max: 1, pipeline: false })),
  },
)
process.send?.({ port: web.port })
process.once('disconnect', () => process.exit())
