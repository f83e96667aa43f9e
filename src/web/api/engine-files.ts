import { toRequestError } from './auth.ts'
import { requestId } from './request-id.ts'

/** Bytes of one request: small enough for the time limit of requests on a slow network. */
const partBytes = 16 * 1024 ** 2

/**
 * Sends a file of a model in parts. The server compares it with the files that Attend knows.
 * @throws RequestError if it is another file, or the disk is full
 */
export async function sendEngineFile(file: File, onPercent: (percent: number) => void): Promise<void> {
  const uploadId = requestId()
  // An empty file has one empty part, so that the server can reject it.
  for (let offset = 0; offset === 0 || offset < file.size; offset += partBytes) {
    onPercent(Math.floor((offset / Math.max(1, file.size)) * 100))
    const body = file.slice(offset, offset + partBytes)
    const response = await fetch(`/api/engines/files/${uploadId}/${file.size}/${offset}`, { method: 'PUT', body })
    if (response.ok) continue
    throw await toRequestError(response, 'The file could not be added. Try again.')
  }
}
