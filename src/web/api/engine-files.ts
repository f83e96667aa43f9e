import { toRequestError } from './auth.ts'
import { requestId } from './request-id.ts'

/** Maximum number of bytes per request, so that a request on a slow network stays within the server's time limit. */
const partBytes = 16 * 1024 ** 2

/**
 * Uploads a model file in parts. The server compares it with the files of the models that Attend knows.
 * @throws RequestError if the file belongs to no known model, or if the disk is full
 */
export async function sendEngineFile(file: File, onPercent: (percent: number) => void): Promise<void> {
  const uploadId = requestId()
  // An empty file is sent as one empty part, so that the server can reject it.
  for (let offset = 0; offset === 0 || offset < file.size; offset += partBytes) {
    onPercent(Math.floor((offset / Math.max(1, file.size)) * 100))
    const body = file.slice(offset, offset + partBytes)
    const response = await fetch(`/api/engines/files/${uploadId}/${file.size}/${offset}`, { method: 'PUT', body })
    if (response.ok) continue
    throw await toRequestError(response, 'The file could not be added. Try again.')
  }
}
