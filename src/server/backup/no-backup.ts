import { rejectOtherSecret } from './other-secret.ts'
import type { BackupPlace } from './place.ts'
import { listArchives, listBases } from './wal/archive-place.ts'

/**
 * Says what a place without a backup contains.
 * @throws StartFailure if all files of the place were made with other secrets
 */
export async function explainNoBackup(place: BackupPlace): Promise<string> {
  await rejectOtherSecret(place)
  for (const archive of await listArchives(place))
    if ((await listBases(archive)).length > 0)
      return `There is no backup in ${place.address}, only archived changes: restore them with --until.`
  return `There is no backup in ${place.address}.`
}
