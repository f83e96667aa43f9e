import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { prepareDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of the cluster that all test files share. */
    adminUrl: string
  }
}

/** Secret of every test database. Roles belong to the cluster, so the databases share their passwords. */
export const testSecret = 'a secret for tests only, of thirty-two letters'

/** The roles of tests have no suffix, so that tests can use the role names of the migrations. */
export const noSuffix = ''

/** The database that each test file copies. */
export const templateName = 'attend_template'

/** Starts one real PostgreSQL for the whole run. Its data is temporary, so it does not wait for the disk. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'attend-test-'))
  const flags = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'shared_buffers=128MB',
    'jit=off',
  ]
  const server = await startEmbedded({ folder, password: 'test', flags: flags.flatMap((flag) => ['-c', flag]) })
  const admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = new URL(server.adminUrl)
  template.pathname = `/${templateName}`
  await prepareDatabase(template.href, { secret: testSecret, formerSecrets: [] }, noSuffix)
  project.provide('adminUrl', server.adminUrl)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
