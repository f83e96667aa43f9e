// npm run audit:verify: recomputes the audit trail. Ends with 1 when anything was changed, deleted or reordered.
import { join } from 'node:path'
import pg from 'pg'
import { readAnchor, writeAnchor } from '#server/audit-trail/anchor.ts'
import { describeVerification } from '#server/audit-trail/report.ts'
import { verifyTrail } from '#server/audit-trail/verify.ts'
import { type Config, deriveKey, readConfig } from '#server/config.ts'
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
  const client = new pg.Client({ connectionString: database.urls.app_owner })
  try {
    await client.connect()
    const file = join(config.DATA_DIR, 'audit-anchor.json')
    const key = deriveKey(config, 'audit anchor')
    const anchor = await readAnchor(file, key)
    const result = await verifyTrail(client, anchor?.heads ?? [])
    for (const line of describeVerification(result, anchor?.verifiedAt)) console.log(line)
    if (result.faults.length > 0) process.exitCode = 1
    else await writeAnchor(file, key, { verifiedAt: new Date().toISOString(), heads: result.heads })
  } finally {
    await client.end()
    await database.stop()
  }
}
