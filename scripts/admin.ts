// npm run admin -- grant|revoke|list|reset-two-factor: who administers the platform, and a way back for whoever lost every second factor.
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import {
  type Change,
  listPlatformAdmins,
  resetSecondFactor,
  setPlatformRole,
} from '#server/features/accounts/platform-admins.ts'

const usage = `npm run admin -- list                        who administers the platform
npm run admin -- grant <email>               lets an account administer the platform
npm run admin -- revoke <email>              takes that back
npm run admin -- reset-two-factor <email>    removes authenticator app, recovery codes and passkeys, and signs the account out`

type Sentences = Readonly<Record<Exclude<Change, 'no account'>, string>>
type Command = (owner: pg.Client, email: string) => Promise<void>

const commands: Readonly<Record<string, Command>> = {
  grant: async (owner, email) =>
    tell(email, await setPlatformRole(owner, email, 'admin'), {
      changed: `${email} administers the platform now. The admin panel opens once a second factor is set up in My Profile.`,
      unchanged: `${email} administers the platform already.`,
    }),
  revoke: async (owner, email) =>
    tell(email, await setPlatformRole(owner, email, 'user'), {
      changed: `${email} no longer administers the platform.`,
      unchanged: `${email} does not administer the platform.`,
    }),
  'reset-two-factor': async (owner, email) =>
    tell(email, await resetSecondFactor(owner, email), {
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
  const isWhole = command === 'list' ? email === '' : change !== undefined && email.includes('@')
  if (!isWhole || more.length > 0) throw new Error(usage)
  const config = readConfig()
  const database = await openDatabase(config)
  if (!database) throw new Error(`There is no database in ${config.DATA_DIR} yet. Start Attend once with 'npm start'.`)
  const owner = new pg.Client({ connectionString: database.urls.app_owner })
  try {
    await owner.connect()
    await (change ?? list)(owner, email)
  } finally {
    await owner.end()
    await database.stop()
  }
}

async function list(owner: pg.Client): Promise<void> {
  const admins = await listPlatformAdmins(owner)
  if (admins.length === 0) console.log('Nobody administers the platform.')
  for (const { email: address, name, isActive, hasSecondFactor } of admins) {
    const remarks = [...(isActive ? [] : ['deactivated']), ...(hasSecondFactor ? [] : ['no second factor yet'])]
    console.log([address, name, ...remarks].filter((part) => part !== '').join(' · '))
  }
}

function tell(address: string, done: Change, sentences: Sentences): void {
  if (done === 'no account') throw new Error(`There is no account with the address ${address}.`)
  console.log(sentences[done])
}
