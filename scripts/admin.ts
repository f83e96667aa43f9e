// npm run admin -- grant|revoke|list|reset-two-factor: manages platform admins and resets lost second factors;
// failed|run-again: sessions whose processing failed.
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import {
  type Change,
  listPlatformAdmins,
  resetSecondFactor,
  setPlatformRole,
} from '#server/features/accounts/platform-admins.ts'
import {
  type FailedSession,
  listFailedSessions,
  retryFailedSessions,
} from '#server/features/recordings/retry-failed-sessions.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { createPool, withClient } from '#server/postgres/connection.ts'

const usage = `npm run admin -- list                        who administers the platform
npm run admin -- grant <email>               lets an account administer the platform
npm run admin -- revoke <email>              takes that back
npm run admin -- reset-two-factor <email>    removes authenticator app, recovery codes and passkeys, and signs the account out
npm run admin -- failed                      sessions whose processing failed
npm run admin -- run-again all               has all of them processed again
npm run admin -- run-again <session>         has one processed again, by the last eight characters of its id`

/** A large installation has many sessions to look through. */
const longestStatementMs = 10 * 60_000

type Sentences = Readonly<Record<Exclude<Change, 'no account'>, string>>
type Command = (owner: pg.Client, email: string) => Promise<void>

const commands: Readonly<Record<string, Command>> = {
  grant: async (owner, email) =>
    report(email, await setPlatformRole(owner, email, 'admin'), {
      changed: `${email} administers the platform now. The admin panel opens once a second factor is set up in My Profile.`,
      unchanged: `${email} administers the platform already.`,
    }),
  revoke: async (owner, email) =>
    report(email, await setPlatformRole(owner, email, 'user'), {
      changed: `${email} no longer administers the platform.`,
      unchanged: `${email} does not administer the platform.`,
    }),
  'reset-two-factor': async (owner, email) =>
    report(email, await resetSecondFactor(owner, email), {
      changed: `${email} signs in with the password alone now, and was signed out everywhere. Make sure that it was they who asked.`,
      unchanged: `${email} has no second factor.`,
    }),
}

const [command = '', email = '', ...more] = process.argv.slice(2)
try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const change = Object.hasOwn(commands, command) ? commands[command] : undefined
  const isWhole =
    command === 'list' || command === 'failed'
      ? email === ''
      : command === 'run-again'
        ? /^(all|[0-9a-f]{8})$/.test(email)
        : change !== undefined && email.includes('@')
  if (!isWhole || more.length > 0) throw new Error(usage)
  const config = readConfig()
  const database = await openDatabase(config)
  if (!database) throw new Error(`There is no database in ${config.DATA_DIR} yet. Start Attend once with 'npm start'.`)
  const { app_owner: url } = database.urls
  try {
    if (command === 'failed' || command === 'run-again') return await failedSessions(url)
    await withClient(url, (owner) => (change ?? list)(owner, email))
  } finally {
    await database.stop()
  }
}

/** Lists failed sessions, or processes them again. */
async function failedSessions(url: string): Promise<void> {
  const pool = createPool(url, { max: 2, pipeline: false, statementMs: longestStatementMs })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  try {
    if (command === 'failed') {
      const failed = await listFailedSessions(db)
      for (const session of failed) console.log(lineOf(session))
      console.log(`${countText(failed.length)} failed.`)
      return
    }
    const queue = await openQueue(url, pino({ level: 'silent' }), { worker: false })
    try {
      const queued = await retryFailedSessions(db, queue, email === 'all' ? '' : email)
      for (const session of queued) console.log(lineOf(session))
      console.log(`${countText(queued.length)} queued.`)
    } finally {
      await queue.stop()
    }
  } finally {
    await db.destroy()
  }
}

const countText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

function lineOf({ sessionId, organization, errorCode, failedAt }: FailedSession): string {
  return [sessionId.slice(-8), organization ?? 'no organization', errorCode ?? 'unknown', failedAt.toISOString()].join(
    ' · ',
  )
}

async function list(owner: pg.Client): Promise<void> {
  const admins = await listPlatformAdmins(owner)
  if (admins.length === 0) console.log('There are no platform admins.')
  for (const { email: address, name, isActive, hasSecondFactor } of admins) {
    const remarks = [...(isActive ? [] : ['deactivated']), ...(hasSecondFactor ? [] : ['no second factor yet'])]
    console.log([address, name, ...remarks].filter((part) => part !== '').join(' · '))
  }
}

function report(address: string, done: Change, sentences: Sentences): void {
  if (done === 'no account') throw new Error(`There is no account with the address ${address}.`)
  console.log(sentences[done])
}
