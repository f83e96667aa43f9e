import { createHash } from 'node:crypto'
import { chunkBytes } from '#shared/contract/recordings.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/fail.ts'
import { rowId } from '#server/ids.ts'
import { sniffMedia } from '#server/providers/media/sniff.ts'
import { chunkKeys, sealChunk } from './sealed-chunk.ts'
import { chunkCount, findUpload, storeChunk } from './store.ts'

interface PutChunk {
  uploadId: string
  n: number
  /** SHA-256 that the sender computed, in hex. */
  sha256: string
  data: Buffer
}

/**
 * Stores one numbered chunk of an upload. A repeated chunk changes nothing. Other content with the same number is
 * rejected. The first chunk must look like a recording, whatever name and type the upload declares.
 */
export async function putChunk({ db, actor, config }: Context, { uploadId, n, sha256, data }: PutChunk): Promise<void> {
  const upload =
    (await findUpload(db, actor.userId, rowId(uploadId, 'upload_missing'), 'share')) ?? fail('upload_missing')
  if (upload.sessionId !== null) fail('upload_finished')
  if (data.length === 0) fail('recording_empty')
  const last = chunkCount(upload.size) - 1
  const expected = n === last ? upload.size - last * chunkBytes : chunkBytes
  if (!Number.isSafeInteger(n) || n < 0 || n > last || data.length !== expected) fail('chunk_out_of_range')
  const hash = createHash('sha256').update(data).digest()
  if (hash.toString('hex') !== sha256.toLowerCase()) fail('chunk_damaged')
  if (n === 0 && !sniffMedia(data)) fail('file_unsupported')
  const sealed = sealChunk(chunkKeys(config), { recordingId: upload.id, n }, data)
  const isStoredChunk = await storeChunk(db, actor.userId, upload, { n, sha256: hash, ...sealed })
  if (!isStoredChunk) fail('chunk_out_of_range')
}
