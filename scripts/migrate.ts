// npm run migrate: migrates the database to this version and exits, before its processes start. Every start does the same.
import { readConfig } from '#server/config.ts'
import { startDatabase } from '#server/db/database.ts'
import { version } from '#server/version.ts'
import { describeStartFailure } from '#server/start-failure.ts'

try {
  const database = await startDatabase(readConfig(), { notify: console.log })
  await database.stop()
  console.log(`The database is ready for Attend ${version}.`)
} catch (error) {
  console.error(describeStartFailure(error))
  process.exitCode = 1
}
