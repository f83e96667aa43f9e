import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail } from '#server/fail.ts'

/**
 * Reads a request's body into `buffer`; answers the part of it that was filled.
 * @throws too_large when the buffer cannot hold it
 */
export async function readBody(request: IncomingMessage, response: ServerResponse, buffer: Buffer): Promise<Buffer> {
  const tooLarge = (): never => {
    // What is still on its way is not worth reading.
    response.setHeader('connection', 'close')
    return fail('too_large')
  }
  if (Number(request.headers['content-length'] ?? 0) > buffer.length) tooLarge()
  let size = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new TypeError('the request was given an encoding')
    if (size + part.length > buffer.length) tooLarge()
    size += part.copy(buffer, size)
  }
  return buffer.subarray(0, size)
}
