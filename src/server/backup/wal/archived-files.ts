import { isTransient } from '#server/jobs/is-transient.ts'
import { withClient } from '#server/postgres/connection.ts'
import type { Files } from '#server/providers/files/port.ts'
import { openPool } from '../file-pool.ts'
import type { BackedUpFile } from '../manifest.ts'
import { readStoredNames } from '../stored-names.ts'
import { type Archive, fileListName, readStoredFilesOf, writeJson } from './archive-place.ts'

export interface ArchivedFilesOptions {
  /** The file store of the installation. */
  files: Files
  /** Connects as app_backup. */
  backupUrl: string
  clock: () => Date
  signal: AbortSignal
}

/** The stored files of the installation that are in the archive. */
export interface ArchivedFiles {
  /** Those that rows refer to now. */
  current(): Promise<BackedUpFile[]>
  /** Copies the files that are not yet in the archive. @throws Error that names the first file that cannot be read */
  copyNew(): Promise<void>
  /**
   * Copies the files again that were encrypted with a new secret. Reads the header of every file, and may take hours. Lists are
   * written in `inTurn`, so that no other list has the same time. Returns the names of the files that cannot be read; the archive
   * still has their former copies. Rejects in an outage of the file store.
   */
  copyRewritten(inTurn: (work: () => Promise<void>) => Promise<void>): Promise<string[]>
}

/** Finds the files in the archive. A file that was listed, but not copied before Attend was stopped, is not one of them. */
export async function openArchivedFiles(archive: Archive, options: ArchivedFilesOptions): Promise<ArchivedFiles> {
  const { files, backupUrl, clock, signal } = options
  const { place } = archive
  const known = await readStoredFilesOf(archive)
  const storedNames = () => withClient(backupUrl, readStoredNames)

  async function findChanged(
    names: readonly string[],
    onUnreadable: (name: string, error: Error) => void,
  ): Promise<BackedUpFile[]> {
    const changed: BackedUpFile[] = []
    for (const name of names) {
      signal.throwIfAborted()
      const sealed = await files.getSealed(name).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        onUnreadable(name, new Error(`The stored file ${name} cannot be read: ${reason}`, { cause }))
        return null
      })
      if (sealed && sealed.id !== known.get(name)?.id) changed.push({ name, id: sealed.id, size: sealed.size })
    }
    return changed
  }

  // A list is written before its files are copied, so that a concurrent backup does not delete them as unused.
  const writeList = (listed: readonly BackedUpFile[]) => writeJson(place, fileListName(archive, clock()), listed)

  async function copy(listed: readonly BackedUpFile[]): Promise<void> {
    const pool = await openPool(place, signal)
    const { copied } = await pool.copy(
      files,
      listed.map(({ name }) => name),
    )
    const ids = new Set(listed.map(({ id }) => id))
    // A file that was rewritten meanwhile has an id that is in no list yet.
    for (const file of copied) if (ids.has(file.id)) known.set(file.name, file)
  }

  return {
    async current() {
      const names = await storedNames()
      return names.flatMap((name) => known.get(name) ?? [])
    },
    async copyNew() {
      const names = (await storedNames()).filter((name) => !known.has(name))
      const changed = await findChanged(names, (_name, error) => {
        throw error
      })
      if (changed.length === 0) return
      await writeList(changed)
      await copy(changed)
    },
    async copyRewritten(inTurn) {
      const unreadable: string[] = []
      const names = (await storedNames()).filter((name) => known.has(name))
      const changed = await findChanged(names, (name, error) => {
        if (isTransient(error)) throw error
        unreadable.push(name)
      })
      if (changed.length > 0) {
        await inTurn(() => writeList(changed))
        await copy(changed)
      }
      return unreadable
    },
  }
}
