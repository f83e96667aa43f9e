// npm run backup [-- --to <folder or bucket>]: backs up database and files, encrypted, while Attend runs.
import { parseArgs } from 'node:util'
import { backupAddress } from '#server/backup/place.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { createProviders } from '#server/providers/providers.ts'
import { describeFailure, StartFailure } from '#server/start-failure.ts'

try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const config = readConfig()
  const database = await openDatabase(config)
  if (!database)
    throw new StartFailure(`There is no database in ${config.DATA_DIR} yet. Start Attend once with 'npm start'.`)
  const providers = createProviders(config)
  try {
    const startedAt = performance.now()
    const { urls } = database
    const { files, clock } = providers
    const backup = await runBackup(config, { urls, files, clock, address: values.to })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const megabytes = (backup.size / 1024 ** 2).toFixed(1)
    console.log(
      `Backup ${backup.id} is complete: ${backup.rows} rows and ${backup.files} files, ${megabytes} MB, in ${seconds} s (${values.to ?? backupAddress(config)}).`,
    )
    for (const name of backup.lost) console.error(`The file ${name} is missing in the file store.`)
    for (const id of backup.damaged) console.error(`The earlier backup ${id} is damaged. Delete its folder.`)
    if (backup.lost.length + backup.damaged.length > 0) process.exitCode = 1
  } finally {
    await providers.speech.close()
    await database.stop()
  }
} catch (error) {
  console.error(`The backup failed. ${describeFailure(error)}`)
  process.exitCode = 1
}
