import type { Services } from '#server/context.ts'
import { originalName } from '#server/features/recordings/original-name.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { asUser } from '#server/use-case/as-user.ts'
import { findFilesToErase, markErased } from './store.ts'

/**
 * Erases the files of a deletion from the file store, and marks the receipt. An upload that was unreadable at first may
 * have left its original. The job can run twice.
 */
export async function eraseFiles(services: Services, task: Payload<'corrections.erase'>): Promise<void> {
  const { files, clock } = services
  const names = await asUser(services, task.userId, ({ db }) => findFilesToErase(db, task.receiptId))
  if (names.length === 0) return
  for (const name of names) {
    await files.delete(name)
    await files.delete(originalName(name))
  }
  await asUser(services, task.userId, ({ db }) => markErased(db, task.receiptId, clock()))
}
