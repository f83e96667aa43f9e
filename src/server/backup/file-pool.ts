import { FileGone, type Files, type SealedFile } from '#server/providers/files/port.ts'
import type { BackedUpFile } from './manifest.ts'
import { type BackupPlace, fileName } from './place.ts'

/** The stored files in a place. All backups share them: a file that has not changed is copied once. */
export interface FilePool {
  /** Copies files in their encrypted form. Skips files that are in the place already. */
  copy(files: Files, names: readonly string[]): Promise<{ copied: BackedUpFile[]; missing: string[] }>
}

export async function openPool({ files: place, root }: BackupPlace, signal: AbortSignal): Promise<FilePool> {
  const known = new Set(await place.list(`${root}/files`))

  async function copyOne(name: string, sealed: SealedFile): Promise<BackedUpFile> {
    const target = fileName(root, sealed.id)
    if (!known.has(target)) {
      await place.put(target, sealed.body)
      known.add(target)
    }
    return { name, id: sealed.id, size: sealed.size }
  }

  return {
    async copy(files, names) {
      const copied: BackedUpFile[] = []
      const missing: string[] = []
      for (const name of names) {
        signal.throwIfAborted()
        const file = await files
          .getSealed(name)
          .then((sealed) => sealed && copyOne(name, sealed))
          .catch(ignoreGone)
        if (file) copied.push(file)
        else missing.push(name)
      }
      return { copied, missing }
    },
  }
}

function ignoreGone(error: unknown): null {
  if (error instanceof FileGone) return null
  throw error
}
