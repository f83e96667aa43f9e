// The product's web process on the big practice, for run.ts.
import { randomBytes } from 'node:crypto'
import { createNoErrorReports } from '#server/providers/error-reports/none.ts'
import { createFakeAnalyst } from '#server/providers/analyst/fake.ts'
import { createFakeDrafter } from '#server/providers/drafter/fake.ts'
import { createEngines, modelFolder } from '#server/providers/engines/create.ts'
import { createFakeFiles } from '#server/providers/files/fake.ts'
import { createFakeMailer } from '#server/providers/mail/fake.ts'
import { createPayments } from '#server/providers/payments/create.ts'
import { createFakeSpeech } from '#server/providers/speech/fake.ts'
import { pino } from 'pino'
import { startWeb } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { findRoleUrls } from '#server/db/roles.ts'

const [adminUrl = '', secret = ''] = process.argv.slice(2)
const config = readConfig({ PORT: '0', DATABASE_URL: adminUrl, APP_SECRET: secret, LOG_LEVEL: 'error' })
const web = await startWeb(
  config,
  await findRoleUrls(adminUrl, secret),
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
    log: pino({ level: 'error' }),
  },
  {
    pages: async (_, response) => void response.end(),
    development: false,
    limits: false,
    publicUrl: 'http://127.0.0.1',
  },
)
process.send?.({ port: web.port })
process.once('disconnect', () => process.exit())
