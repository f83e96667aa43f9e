import { requestId } from './request-id.ts'

/**
 * Returns a function that makes calls with a request id. While the outcome of a call is unknown, calls with the same
 * subject reuse its id, so that a retry takes effect once. After a final response, the next call gets a new id.
 * @param isFinal whether an error is a final response of the server
 */
export function createIdempotentCall(isFinal: (error: unknown) => boolean) {
  const ids = new Map<string, string>()
  return async <Answer>(subject: string, call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    const id = ids.get(subject) ?? requestId()
    ids.set(subject, id)
    const end = () => {
      if (ids.get(subject) === id) ids.delete(subject)
    }
    try {
      const answer = await call(id)
      end()
      return answer
    } catch (error) {
      if (isFinal(error)) end()
      throw error
    }
  }
}
