import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serverUser } from '#server/db/embedded/binaries.ts'

/** A small disk for PostgreSQL tables that can be filled up. */
export interface SmallDisk {
  /** Moves these tables of a database to the disk. */
  moveTables(databaseUrl: string, tables: readonly string[]): Promise<void>
  fill(): void
  freeSpace(): void
  /** Moves the tables back, and unmounts the disk. */
  remove(): Promise<void>
}

/** Mounts the disk in memory. Undefined if this user may not mount a disk. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const user = await serverUser()
  const folder = mkdtempSync(join(tmpdir(), 'attend-disk-'))
  try {
    const options = ['size=2m', 'mode=0700', ...(user ? [`uid=${user.uid}`, `gid=${user.gid}`] : [])]
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  const name = `small_${Date.now()}`
  const filling = join(folder, 'filling')
  const moved: (() => Promise<void>)[] = []
  let serverUrl: string | undefined

  return {
    async moveTables(databaseUrl, tables) {
      serverUrl = databaseUrl
      await run(databaseUrl, [`create tablespace ${name} location '${folder}'`])
      await run(
        databaseUrl,
        tables.map((table) => `alter table ${table} set tablespace ${name}`),
      )
      moved.push(() =>
        run(
          databaseUrl,
          tables.map((table) => `alter table ${table} set tablespace pg_default`),
        ),
      )
    },
    fill() {
      try {
        writeFileSync(filling, Buffer.alloc(4 * 1024 * 1024))
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    freeSpace: () => rmSync(filling),
    async remove() {
      rmSync(filling, { force: true })
      for (const back of moved) await back()
      if (serverUrl) await run(serverUrl, [`drop tablespace ${name}`])
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

/** Separate statements, because a tablespace cannot be created in a transaction. */
async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Mounts an empty folder of a limited size such as `12m`. Undefined if this user may not mount a disk. */
export function mountSmallFolder(size: string): { folder: string; remove: () => void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'attend-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    remove() {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}
