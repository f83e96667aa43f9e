import { chown, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from '#server/db/embedded/binaries.ts'
import { walSpool } from '#server/db/embedded/embedded.ts'
import { errorCode } from '#server/start-failure.ts'
import { ChunkReader, lengthOf } from '../chunks.ts'

// A copy of a cluster: per entry its path in the cluster, then for files their content and a length of zero. Folders end with `/`.
// A length of zero in place of a path marks the end.

/** Folders with content that PostgreSQL creates again, or with WAL, which is archived (documentation, "Making a Base Backup"). */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  walSpool,
])
const skippedPattern = /^(?:postmaster\.(?:pid|opts)|server\.log|pg_internal\.init|pgsql_tmp.*)$/

export interface PackOptions {
  /** Returns the names and texts of files to add at the end. */
  finish: () => Promise<Map<string, string>>
  signal: AbortSignal
}

/** Reads a cluster while its server runs. Files change meanwhile; the WAL repairs them. */
export async function* packCluster(path: string, { finish, signal }: PackOptions): AsyncGenerator<Buffer> {
  for await (const part of packFolder(path, '')) {
    signal.throwIfAborted()
    yield part
  }
  for (const [name, text] of await finish()) {
    yield* chunk(Buffer.from(name))
    if (text !== '') yield* chunk(Buffer.from(text))
    yield lengthOf(0)
  }
  yield lengthOf(0)
}

async function* packFolder(path: string, below: string): AsyncGenerator<Buffer> {
  for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
    if (skippedPattern.test(entry.name)) continue
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      yield* chunk(Buffer.from(`${name}/`))
      if (!emptyFolders.has(name)) yield* packFolder(path, name)
    } else yield* packFile(path, name)
  }
}

async function* packFile(path: string, name: string): AsyncGenerator<Buffer> {
  // A table may be dropped meanwhile.
  const file = await open(join(path, name)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    yield* chunk(Buffer.from(name))
    for await (const part of file.createReadStream()) if (Buffer.isBuffer(part) && part.length > 0) yield* chunk(part)
    yield lengthOf(0)
  } finally {
    await file.close()
  }
}

function* chunk(bytes: Buffer): Generator<Buffer> {
  yield lengthOf(bytes.length)
  yield bytes
}

/** Writes a copy into a new folder that belongs to the server's user. */
export async function unpackCluster(
  content: AsyncIterable<Uint8Array>,
  path: string,
  user: ServerUser | undefined,
): Promise<void> {
  const reader = new ChunkReader(content)
  await ownFolder(path, user)
  for (;;) {
    const name = (await reader.chunk()).toString()
    if (name === '') return reader.expectEnd()
    const target = join(path, name)
    if (name.endsWith('/')) await ownFolder(target, user)
    else await ownFile(target, reader.chunks(), user)
  }
}

/** PostgreSQL refuses folders that others can read. */
export async function ownFolder(path: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  if (user) await chown(path, user.uid, user.gid)
}

export async function ownFile(
  path: string,
  content: AsyncIterable<Uint8Array> | string,
  user: ServerUser | undefined,
): Promise<void> {
  await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  if (user) await chown(path, user.uid, user.gid)
}
