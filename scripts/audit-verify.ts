// npm run audit:verify: recomputes the audit trail and the signatures of notes. Exits with 1 if an entry was changed, deleted or reordered.
import { runVerification } from '#server/audit-trail/run-verification.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'

try {
  await verify(readConfig())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function verify(config: Config): Promise<void> {
  const database = await openDatabase(config)
  if (!database) return console.log(`There is no database in ${config.DATA_DIR} yet, so there is no audit trail.`)
  try {
    const { isWhole, lines, head } = await runVerification(config, database.urls.app_owner, new Date())
    for (const line of lines) console.log(line)
    console.log(`Head: ${head}`)
    if (!isWhole) process.exitCode = 1
  } finally {
    await database.stop()
  }
}
