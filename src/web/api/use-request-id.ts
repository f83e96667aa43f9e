import { useRef } from 'react'
import { requestId } from './request-id.ts'

/** Returns the id of a request. The same content in a row has the same id, so that a retry is not carried out twice. */
export function useRequestId(): (content: unknown) => string {
  const lastSent = useRef({ content: '', id: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (lastSent.current.content !== text) lastSent.current = { content: text, id: requestId() }
    return lastSent.current.id
  }
}
