import { chunkBytes, type Upload } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { chunkCount, findUpload, firstMissingChunk } from './store.ts'

/** Returns the state of the caller's upload, which the browser needs to resume the upload. */
export async function getUpload({ db, actor }: Context, { uploadId }: { uploadId: string }): Promise<Upload> {
  const upload = (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'))) ?? fail('upload_missing')
  const { id, clientId, fileName, size, sessionId } = upload
  // The chunks of a finished upload may already be deleted, so they are not searched.
  const nextChunk = sessionId === null ? await firstMissingChunk(db, upload) : chunkCount(size)
  return { id, clientId, fileName, size, nextChunk, chunkBytes, sessionId }
}
