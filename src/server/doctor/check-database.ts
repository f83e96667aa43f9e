import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { type RunningDatabase, openDatabase } from '#server/db/database.ts'
import { requireKnownSecret } from '#server/db/secret-check.ts'
import { StartFailure } from '#server/start-failure.ts'
import { withClient } from '#server/postgres/connection.ts'
import { checkConnections, checkPooler, checkRoles, readProcesses, type RunningProcess } from './check-processes.ts'
import { checkTables } from './check-schema.ts'
import { checkClock, checkClockSetBack, checkRights, checkServer } from './check-server.ts'
import { type Finding, fault, reasonOf } from './finding.ts'

export interface CheckedDatabase {
  findings: Finding[]
  /** The running processes that use the database. */
  processes: RunningProcess[]
  /** Undefined if further checks cannot use the database. */
  database: RunningDatabase | undefined
}

/** Checks connection, secret, rights, version, migrations and clock of the database. */
export async function checkDatabase(config: Config): Promise<CheckedDatabase> {
  let database: RunningDatabase | undefined
  try {
    database = await openDatabase(config)
  } catch (error) {
    const remedy =
      error instanceof StartFailure
        ? 'Correct this first; other checks need the database.'
        : config.DATABASE_URL
          ? 'Check DATABASE_URL, and that the database runs and accepts connections from this machine.'
          : 'See server.log in DATA_DIR/postgres/cluster.'
    return {
      findings: [fault('database', `The database cannot be opened. ${reasonOf(error)}`, remedy)],
      database: undefined,
      processes: [],
    }
  }
  if (!database)
    return {
      processes: [],
      findings: [
        fault('database', `There is no database in ${config.DATA_DIR} yet.`, "Start Attend once with 'npm start'."),
      ],
      database: undefined,
    }
  const { adminUrl, urls } = database
  try {
    let processes: RunningProcess[] = []
    const findings = await withClient(adminUrl, async (admin) => [
      ...(await checkSecret(admin, adminUrl, config)),
      ...(await checkRights(admin)),
      ...(await checkServer(admin)),
      ...(await checkClock(admin)),
    ])
    // The logins of Attend exist only if the secret is the right one.
    if (!findings.some(({ level }) => level === 'fault'))
      findings.push(...(await withClient(adminUrl, (admin) => checkTables(admin, urls))))
    if (!findings.some(({ level }) => level === 'fault')) {
      processes = await readProcesses(urls.app_owner)
      findings.push(
        ...(await checkPooler(config, urls)),
        ...(await checkConnections(adminUrl, processes, config)),
        ...checkRoles(processes),
        ...(await checkClockSetBack(urls.app_owner)),
      )
    }
    return { findings, database, processes }
  } catch (error) {
    await database.stop()
    return {
      findings: [
        fault('database', `The database cannot be read. ${reasonOf(error)}`, 'Check the user of DATABASE_URL.'),
      ],
      database: undefined,
      processes: [],
    }
  }
}

async function checkSecret(admin: pg.ClientBase, adminUrl: string, config: Config): Promise<Finding[]> {
  try {
    await requireKnownSecret(admin, adminUrl, config)
    return []
  } catch (error) {
    return [
      fault('database', reasonOf(error), 'Set the right secret; without it neither data nor backups can be read.'),
    ]
  }
}
