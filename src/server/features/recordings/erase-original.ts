import type { Services } from '#server/context.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { originalName } from './original-name.ts'
import { findStoredRecording } from './recordings-store.ts'

/**
 * Erases the original of an upload whose readable audio is stored. The job can run twice. It runs without a user, because
 * the therapist may have left since.
 */
export async function eraseOriginal(
  { tenant, files }: Services,
  { sessionId }: Payload<'recordings.erase_original'>,
): Promise<void> {
  const storageName = await tenant.asAnonymous((db) => findStoredRecording(db, sessionId))
  if (storageName !== null) await files.delete(originalName(storageName))
}
