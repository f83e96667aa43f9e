import { toRequestError } from './auth.ts'
import { requestId } from './request-id.ts'

/** Maximum number of bytes per request, so that a request on a slow network stays within the server's time limit. */
const partBytes = 16 * 1024 ** 2

/** Uploads that failed, by file. Adding the same file again continues them. */
const unfinished = new Map<string, { uploadId: string; offset: number }>()

/**
 * Uploads a model file in parts. The server compares it with the files of the models that Attend knows.
 * @throws RequestError if the file belongs to no known model, or if the disk is full; TypeError if the server cannot be
 * reached
 */
export async function sendEngineFile(file: File, onPercent: (percent: number) => void): Promise<void> {
  const key = `${file.name} ${file.size} ${file.lastModified}`
  const upload = unfinished.get(key) ?? { uploadId: requestId(), offset: 0 }
  unfinished.set(key, upload)
  let hasRestarted = false
  // An empty file is sent as one empty part, so that the server can reject it.
  do {
    onPercent(Math.floor((upload.offset / Math.max(1, file.size)) * 100))
    const body = file.slice(upload.offset, upload.offset + partBytes)
    const response = await fetch(`/api/engines/files/${upload.uploadId}/${file.size}/${upload.offset}`, {
      method: 'PUT',
      body,
    })
    if (!response.ok) {
      const error = await toRequestError(response, 'The file could not be added. Try again.')
      const isLost = error.code === 'chunk_out_of_range'
      if (!isLost || hasRestarted) {
        if (isLost || error.code === 'engine_files_unknown') unfinished.delete(key)
        throw error
      }
      // The server no longer has what it received, e.g. because only its last response was lost.
      hasRestarted = true
      upload.offset = 0
      continue
    }
    upload.offset += partBytes
  } while (upload.offset < file.size)
  unfinished.delete(key)
}
