import { StartFailure } from '#server/start-failure.ts'
import type { BackupPlace } from './place.ts'

/**
 * Finds out why a place has no backup: call it if none was found.
 * @throws StartFailure if all files of the place were made with other secrets
 */
export async function rejectOtherSecret(place: BackupPlace): Promise<void> {
  const names = await place.files.list()
  if (names.length > 0 && !names.some((name) => name.startsWith(`${place.root}/`)))
    throw new StartFailure(
      `The backups in ${place.address} were made with another secret: set APP_SECRET to that one, or put its secret file into DATA_DIR. Nothing was changed.`,
    )
}
