import type { Services } from '#server/context.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { originalName } from './original-name.ts'
import { findRecording } from './recordings-store.ts'

/** Erases the original of an upload whose readable audio is stored. The job can run twice. */
export async function eraseOriginal(
  services: Services,
  { sessionId, userId }: Payload<'recordings.erase_original'>,
): Promise<void> {
  const recording = await asUser(services, userId, ({ db }) => findRecording(db, sessionId))
  if (recording?.state !== 'stored' || recording.storageName === null) return
  await services.files.delete(originalName(recording.storageName))
}
