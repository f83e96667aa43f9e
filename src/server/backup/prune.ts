import { archivesOf, readArchivedFiles } from './wal/archive-place.ts'
import { type BackupPlace, databaseName, fileName, listBackups, manifestName, readManifest } from './place.ts'

/**
 * Deletes all but the newest backups, then every file that no backup or archive refers to, also of an interrupted backup. Returns the
 * ids of damaged backups; if there are any, no unused file is deleted.
 */
export async function prune(place: BackupPlace, retainedBackups: number): Promise<string[]> {
  const { files, root } = place
  const ids = await listBackups(place)
  // Deletes the manifest first, because a backup without a manifest counts as incomplete.
  for (const id of ids.slice(0, -retainedBackups)) await files.delete(manifestName(root, id))
  // Lists the files before the names. The archive writes a name before it copies the file, so a listed file without a name is unused.
  const found = await files.list(root)
  const used = new Set<string>()
  const damaged: string[] = []
  for (const id of ids.slice(-retainedBackups)) {
    used.add(manifestName(root, id)).add(databaseName(root, id))
    const manifest = await readManifest(place, id).catch(() => undefined)
    if (!manifest) damaged.push(id)
    for (const file of manifest?.files ?? []) used.add(fileName(root, file.id))
  }
  for (const file of await readArchivedFiles(place)) used.add(fileName(root, file.id))
  if (damaged.length > 0) return damaged
  for (const name of found) if (!used.has(name) && !name.startsWith(archivesOf(root))) await files.delete(name)
  return []
}
