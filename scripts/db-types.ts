// Writes src/server/db/types.ts from a database brought to the newest version.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/db/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'attend-types-'))
const server = await startEmbedded({ folder, password: 'types' })
try {
  await prepareDatabase(server.adminUrl, { secret: 'a secret for generating types only', formerSecrets: [] })
  const args = [
    '--dialect',
    'postgres',
    '--url',
    server.adminUrl,
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
  ]
  const out = [
    '--out-file',
    'src/server/db/types.ts',
    '--date-parser',
    'string',
    '--type-mapping',
    '{"time":"string","int8":"number"}',
  ]
  execFileSync('node_modules/.bin/kysely-codegen', [...args, ...out], { stdio: 'inherit' })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
