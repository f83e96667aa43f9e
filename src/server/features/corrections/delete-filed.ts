import { createHash } from 'node:crypto'
import type { DeletionReceipt, NewDeletion } from '#shared/contract/corrections.ts'
import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { recountReview } from '#server/features/notes/recount-review.ts'
import { getOwnSession } from '#server/features/sessions/get-session.ts'
import { FileGone, FileUnreadable } from '#server/providers/files/port.ts'
import { applyDeletion, findReceipt, findStorageName, lockDeletionRequest } from './store.ts'
import { throwCorrectionFailure } from './throw-correction-failure.ts'

/**
 * Deletes a recording, a transcript or a session that was filed by mistake. A receipt remains. If a transcript is
 * deleted, its note keeps the text without the quotes. A job erases the files after the commit. A repeated request
 * deletes nothing and returns the receipt.
 * @throws session_missing, not_allowed, note_of_other, recording_missing, transcript_missing, session_not_held,
 * session_busy, note_signed, session_was_signed, hold_blocks_deletion; input_invalid if the request id belongs to another
 * deletion
 */
export async function deleteFiled(
  context: Context,
  { sessionId, what, reason, requestId }: NewDeletion,
): Promise<DeletionReceipt> {
  const { db, jobs, actor } = context
  const done = requestId && (await lockDeletionRequest(db, actor.userId, requestId))
  if (done) return done.sessionId === sessionId && done.receipt.what === what ? done.receipt : fail('input_invalid')
  const { id, clientId } = await getOwnSession(context, sessionId)
  const audioSha256 = what === 'transcript' ? null : await hashAudio(context, id)
  const { refusal: code, receipt: receiptId } = await applyDeletion(db, id, { what, reason, audioSha256, requestId })
  await throwCorrectionFailure(db, id, code)
  if (receiptId === null) throw new Error('the database returned neither a receipt nor an error code')
  const receipt = await findReceipt(db, receiptId)
  if (receipt.fileCount > 0) await jobs.enqueue(db, 'corrections.erase', { receiptId })
  if (what === 'transcript') await recountReview(context, id)
  audit(context, {
    action: `${what}.deleted`,
    resourceType: what,
    resourceId: id,
    clientId,
    details: {
      receipt: receiptId,
      reason,
      session: `${receipt.sessionDate} ${receipt.startTime}`,
      ...Object.fromEntries(
        receipt.contents.flatMap((one) => [
          [`${one.what}_bytes`, one.bytes],
          [`${one.what}_sha256`, one.sha256],
        ]),
      ),
    },
  })
  return receipt
}

/**
 * Returns the SHA-256 of the stored audio. Null if there is no stored file, or if its content is unreadable: damaged
 * audio can still be deleted.
 */
async function hashAudio({ db, files, log }: Context, sessionId: string): Promise<string | null> {
  const name = await findStorageName(db, sessionId)
  try {
    const stored = name === null ? null : await files.get(name)
    if (stored === null) return null
    const hash = createHash('sha256')
    for await (const bytes of stored.body) hash.update(bytes)
    return hash.digest('hex')
  } catch (error) {
    if (!(error instanceof FileUnreadable || error instanceof FileGone)) throw error
    log.warn({ err: error, sessionId }, 'unreadable audio is deleted without its hash')
    return null
  }
}
