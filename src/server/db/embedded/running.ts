import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries, ensureAccessible, serverUser } from './binaries.ts'
import { portOf } from './cluster.ts'

/** An existing cluster. */
export interface FoundCluster {
  /** Connects as the superuser to the database `postgres`. Undefined if no server runs or accepts one of the passwords. */
  adminUrl: string | undefined
}

/** Finds the cluster of a folder without starting or changing anything. Undefined if the folder has none. */
export async function findCluster(options: {
  folder: string
  password: string
  formerPasswords?: readonly string[]
}): Promise<FoundCluster | undefined> {
  const { dataFolder } = await ensureAccessible(await findBinaries(), options.folder, await serverUser())
  const cluster = join(dataFolder, 'cluster')
  const version = await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)
  if (!version) return undefined
  const port = await portOf(cluster)
  if (!port) return { adminUrl: undefined }
  for (const password of [options.password, ...(options.formerPasswords ?? [])]) {
    const adminUrl = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
    if (await canConnect(adminUrl)) return { adminUrl }
  }
  return { adminUrl: undefined }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}
