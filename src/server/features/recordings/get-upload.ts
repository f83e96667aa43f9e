import { chunkBytes, type Upload } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { chunkCount, findUpload, firstMissingChunk } from './store.ts'

/** Where an upload of the caller stands, so that it goes on where it broke off. */
export async function getUpload({ db, actor }: Context, { uploadId }: { uploadId: string }): Promise<Upload> {
  const upload = (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'))) ?? fail('upload_missing')
  const { id, clientId, fileName, size, sessionId } = upload
  // A finished upload has given its chunks away.
  const nextChunk = sessionId === null ? await firstMissingChunk(db, upload) : chunkCount(size)
  return { id, clientId, fileName, size, nextChunk, chunkBytes, sessionId }
}
