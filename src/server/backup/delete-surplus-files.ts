import type { Files } from '#server/providers/files/port.ts'

/** The folders of recordings and imported transcripts. A bucket may also contain backups, which must not be deleted. */
const folders = ['session-recordings', 'transcripts']

/** Deletes the files of a replaced installation, except those that the restored rows refer to. Returns how many. */
export async function deleteSurplusFiles(files: Files, wanted: ReadonlySet<string>): Promise<number> {
  let count = 0
  for (const folder of folders)
    for (const name of await files.list(folder)) {
      if (wanted.has(name)) continue
      await files.delete(name)
      count++
    }
  return count
}
