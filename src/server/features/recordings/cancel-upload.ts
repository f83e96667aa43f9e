import { audit } from '#server/audit.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { deleteUpload, findUpload } from './store.ts'

/** Deletes an unfinished upload and its chunks. Rejects an upload that became a session. */
export async function cancelUpload(context: Context, { uploadId }: { uploadId: string }): Promise<{ cancelled: true }> {
  const { db, actor } = context
  const upload =
    (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'), 'update')) ?? fail('upload_missing')
  if (upload.sessionId !== null) fail('upload_finished')
  await deleteUpload(db, actor.userId, upload.id)
  audit(context, {
    action: 'upload.cancelled',
    resourceType: 'recording',
    resourceId: upload.id,
    clientId: upload.clientId,
  })
  return { cancelled: true }
}
