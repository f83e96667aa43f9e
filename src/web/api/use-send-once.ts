import { useRef } from 'react'
import { requestId } from './request-id.ts'

type Send<Answer> = (requestId: string) => Promise<Answer>

/**
 * Returns a function that sends a request with an id. Until it succeeds, its retries have the same id, so that the server
 * carries it out only once. Changed content, and the same content after a success, is another request.
 */
export function useSendOnce(): <Answer>(content: unknown, send: Send<Answer>) => Promise<Answer> {
  const unanswered = useRef({ content: '', id: '' })
  return async (content, send) => {
    const text = JSON.stringify(content)
    if (unanswered.current.content !== text) unanswered.current = { content: text, id: requestId() }
    const answer = await send(unanswered.current.id)
    unanswered.current = { content: '', id: '' }
    return answer
  }
}
