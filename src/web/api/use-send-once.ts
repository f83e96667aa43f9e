import { useState } from 'react'
import { createIdempotentCall } from './idempotent-call.ts'

/**
 * Returns a function that sends a request with an id. Until it succeeds, its retries have the same id, so that the server
 * carries it out only once. Changed content, and the same content after a success, is another request.
 */
export function useSendOnce() {
  // An error does not prove that an earlier request whose response was lost had no effect.
  const [once] = useState(() => createIdempotentCall(() => false))
  return <Answer>(content: unknown, send: (requestId: string) => Promise<Answer>): Promise<Answer> =>
    once(JSON.stringify(content), send)
}
