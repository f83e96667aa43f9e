import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Binaries, findBinaries, ensureAccessible, serverUser } from '#server/db/embedded/binaries.ts'
import { ensureCluster, startServer, stopServer } from '#server/db/embedded/cluster.ts'
import { freePort } from '#server/free-port.ts'

/** An external PostgreSQL server. Attend gets the URL of a role that is not a superuser. */
export interface OwnPostgres {
  superuserUrl: string
  /** Creates a database owned by a role that may only sign in and create roles. Returns that role's URL. */
  createDatabase(name: string, user: string): Promise<string>
  stop(): Promise<void>
}

const postgres15: Binaries = {
  initdb: '/usr/lib/postgresql/15/bin/initdb',
  pgCtl: '/usr/lib/postgresql/15/bin/pg_ctl',
}

/** The embedded PostgreSQL 18, and Debian's PostgreSQL 15 if it is installed. */
export async function installedVersions(): Promise<(readonly [version: string, Binaries])[]> {
  return [
    ['18', await findBinaries()] as const,
    ...(existsSync(postgres15.initdb) ? [['15', postgres15] as const] : []),
  ]
}

export async function startOwnPostgres(programs: Binaries): Promise<OwnPostgres> {
  const parent = await mkdtemp(join(tmpdir(), 'attend-own-'))
  // If the tests run as root, the database runs as another user, who must be able to enter the folder.
  await chmod(parent, 0o711)
  const user = await serverUser()
  const { binaries, dataFolder } = await ensureAccessible(programs, join(parent, 'postgres'), user)
  await promisify(execFile)('mkdir', ['-p', dataFolder])
  if (user) await promisify(execFile)('chown', [`${user.uid}:${user.gid}`, dataFolder])
  const cluster = { path: join(dataFolder, 'cluster'), binaries, user }
  await ensureCluster(cluster, 'test')
  const port = await freePort()
  await startServer(cluster, port, ['-c', 'fsync=off'])
  const superuserUrl = `postgres://postgres:test@127.0.0.1:${port}/postgres`
  return {
    superuserUrl,
    async createDatabase(name, role) {
      const admin = new pg.Client({ connectionString: superuserUrl })
      await admin.connect()
      await admin.query(`create role ${role} login createrole password 'test'`)
      await admin.query(`create database ${name} owner ${role}`)
      await admin.end()
      return `postgres://${role}:test@127.0.0.1:${port}/${name}`
    },
    async stop() {
      await stopServer(cluster)
      await rm(parent, { recursive: true, force: true })
    },
  }
}
