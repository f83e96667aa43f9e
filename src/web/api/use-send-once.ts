import { useState } from 'react'
import { createIdempotentCall } from './idempotent-call.ts'

/**
 * Returns a function that adds an id to a request and sends it. Until it succeeds, its retries have the same id, so that the server
 * carries it out only once. Changed content, and the same content after a success, is another request.
 */
export function useSendOnce() {
  // An error does not prove that an earlier request whose response was lost had no effect.
  const [once] = useState(() => createIdempotentCall(() => false))
  return <Content extends object, Answer>(
    content: Content,
    send: (request: Content & { requestId: string }) => Promise<Answer>,
  ): Promise<Answer> => once(JSON.stringify(content), (requestId) => send({ ...content, requestId }))
}
