import { chunkBytes, type Upload } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { chunkCount, findUpload, firstMissingChunk } from './store.ts'

/** The state of the caller's upload, so that the browser can resume it. */
export async function getUpload({ db, actor }: Context, { uploadId }: { uploadId: string }): Promise<Upload> {
  const upload = (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'))) ?? fail('upload_missing')
  const { id, clientId, fileName, size, sessionId } = upload
  // The chunks of a finished upload are deleted.
  const nextChunk = sessionId === null ? await firstMissingChunk(db, upload) : chunkCount(size)
  return { id, clientId, fileName, size, nextChunk, chunkBytes, sessionId }
}
