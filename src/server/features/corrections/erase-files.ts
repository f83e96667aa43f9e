import type { Services } from '#server/context.ts'
import { originalName } from '#server/features/recordings/original-name.ts'
import type { Payload } from '#server/jobs/catalog.ts'
import { findFilesToErase, findOverdueErasures, markErased } from './store.ts'

/**
 * Erases the files of a deletion from the file store, and marks the receipt. A file that a later import has replaced
 * stays. An upload that was unreadable at first may have left its original. The job can run twice. It runs without a
 * user, because the therapist may have left since.
 */
export async function eraseFiles(
  { tenant, files, clock }: Services,
  { receiptId }: Payload<'corrections.erase'>,
): Promise<void> {
  const names = await tenant.asAnonymous((db) => findFilesToErase(db, receiptId))
  if (names === null) return
  for (const name of names) {
    await files.delete(name)
    await files.delete(originalName(name))
  }
  await tenant.asAnonymous((db) => markErased(db, receiptId, clock()))
}

/** Enqueues the erasure of files that were deleted more than an hour ago, unless a job for them is underway. */
export async function eraseOverdue({ tenant, jobs, log }: Services): Promise<void> {
  const count = await tenant.asAnonymous(async (db) => {
    let enqueued = 0
    for (const receiptId of await findOverdueErasures(db)) {
      if (await jobs.isUnderway(db, 'corrections.erase', { receiptId })) continue
      await jobs.enqueue(db, 'corrections.erase', { receiptId })
      enqueued++
    }
    return enqueued
  })
  if (count > 0) log.warn({ count }, 'files of deletions that were not erased within an hour were enqueued again')
}
