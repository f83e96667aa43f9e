// Writes the files that describe a database of the newest version: schema, row types, permissions, distribution. With --check, only compares them.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSchema } from '#server/db/catalog.ts'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { withClient } from '#server/postgres/connection.ts'
import { describeDistribution } from './distribution.ts'
import { describePermissions } from './permissions.ts'

const marksPattern = /(<!-- tables, written by npm run db:schema -->)[\s\S]*(<!-- \/tables -->)/
const isCheck = process.argv.includes('--check')
const folder = mkdtempSync(join(tmpdir(), 'attend-schema-'))
const server = await startEmbedded({ folder, password: 'schema', flags: ['-c', 'fsync=off'] })
try {
  await prepareDatabase(server.adminUrl, { secret: 'a secret for describing the schema only', formerSecrets: [] })
  await withClient(server.adminUrl, async (client) => {
    update('src/server/db/schema.sql', await describeSchema(client))
    update('src/server/db/types.ts', rowTypes())
    update('docs/permissions.md', await describePermissions(client))
    const tables = await describeDistribution(client)
    update('docs/scale.md', readFileSync('docs/scale.md', 'utf8').replace(marksPattern, `$1\n${tables}\n$2`))
  })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function update(file: string, text: string): void {
  if (!isCheck) {
    writeFileSync(file, text)
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date: run npm run db:schema.`)
    process.exitCode = 1
  }
}

function rowTypes(): string {
  const out = join(folder, 'types.ts')
  const database = ['--dialect', 'postgres', '--url', server.adminUrl, '--default-schema', 'public']
  const format = ['--date-parser', 'string', '--type-mapping', '{"time":"string","int8":"number"}']
  const args = [...database, '--include-pattern', 'public.*', ...format, '--out-file', out]
  execFileSync('node_modules/.bin/kysely-codegen', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(out, 'utf8')
}
