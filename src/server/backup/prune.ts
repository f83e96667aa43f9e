import { type BackupPlace, databaseName, fileName, listBackups, manifestName, readManifest } from './place.ts'

/**
 * Deletes all but the newest backups, then every file that no backup refers to, also of an interrupted backup. Returns the ids of
 * damaged backups; while there are any, no file is deleted.
 */
export async function prune(place: BackupPlace, keep: number): Promise<string[]> {
  const { files, root } = place
  const ids = await listBackups(place)
  // Without its manifest a backup is incomplete, so it goes first.
  for (const id of ids.slice(0, -keep)) await files.delete(manifestName(root, id))
  const used = new Set<string>()
  const damaged: string[] = []
  for (const id of ids.slice(-keep)) {
    used.add(manifestName(root, id)).add(databaseName(root, id))
    const manifest = await readManifest(place, id).catch(() => undefined)
    if (!manifest) damaged.push(id)
    for (const file of manifest?.files ?? []) used.add(fileName(root, file.id))
  }
  if (damaged.length > 0) return damaged
  for (const name of await files.list(root)) if (!used.has(name)) await files.delete(name)
  return []
}
