// Writes the fixture of the upgrade test: a database as a revision of this repository makes it, with the rows of data.sql.
//   node scripts/upgrade-fixture.ts <git revision> <number of its last migration>
// Needs Debian's PostgreSQL 15 and its pg_dump: the dump can be restored on every newer server.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { hashPassword } from '#server/features/accounts/password.ts'
import { password } from '#test/accounts.ts'
import { startOwnPostgres, installedVersions } from '#test/own-postgres.ts'
import { noSuffix, testSecret } from '#test/postgres.ts'

const folder = new URL('../test/upgrade/', import.meta.url)
const [revision = 'HEAD', number = ''] = process.argv.slice(2)
const binaries = (await installedVersions()).find(([version]) => version === '15')?.[1]
if (!binaries || !/^\d{4}$/.test(number)) throw new Error('Usage: see the first lines of this file')

const checkout = join(mkdtempSync(join(tmpdir(), 'attend-fixture-')), 'checkout')
execFileSync('git', ['worktree', 'add', '--detach', checkout, revision])
symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
const server = await startOwnPostgres(binaries)
try {
  const call = `const { prepareDatabase } = await import('#server/db/database.ts')
    await prepareDatabase(process.argv[1], { secret: process.argv[2], formerSecrets: [] }, process.argv[3])`
  const args = ['--input-type=module', '-e', call, server.superuserUrl, testSecret, noSuffix]
  execFileSync('node', args, { cwd: checkout, stdio: 'inherit' })
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  const rows = readFileSync(new URL('data.sql', folder), 'utf8')
  await client.query(rows.replace(':password', pg.escapeLiteral(await hashPassword(password))))
  await client.end()
  // The queue creates its schema again, so the dump leaves it out.
  const dump = execFileSync('pg_dump', ['--inserts', '--exclude-schema=pgboss', server.superuserUrl], {
    encoding: 'utf8',
  })
  // Removes commands of psql, which a driver cannot run.
  const sql = dump.replaceAll(/^\\.*\n/gm, '')
  writeFileSync(new URL(`${number}.sql.gz`, folder), gzipSync(sql, { level: 9 }))
} finally {
  await server.stop()
  execFileSync('git', ['worktree', 'remove', '--force', checkout])
  rmSync(join(checkout, '..'), { recursive: true, force: true })
}
