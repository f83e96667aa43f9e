import { requestId } from './request-id.ts'

/**
 * Returns a function that makes calls with a request id. It reuses the id while the outcome of a call is unknown, so
 * that a retry takes effect once. After a final response, the next call gets a new id. Another subject also gets one.
 * @param isFinal whether an error is a final response of the server
 */
export function createIdempotentCall(isFinal: (error: unknown) => boolean) {
  let storedKey: { id: string; subject: string } | null = null
  return async <Answer>(subject: string, call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    if (storedKey?.subject !== subject) storedKey = { id: requestId(), subject }
    const current = storedKey
    const end = () => {
      if (storedKey === current) storedKey = null
    }
    try {
      const answer = await call(current.id)
      end()
      return answer
    } catch (error) {
      if (isFinal(error)) end()
      throw error
    }
  }
}
