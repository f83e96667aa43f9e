import { requestId } from './request-id.ts'

/**
 * Returns a function that makes calls with a request id. While the outcome of a call is unknown, calls with the same
 * subject reuse its id, so that a retry takes effect once. After a final response, the next call gets a new id. A call
 * for another subject that begins after a failure shows that the user does not retry, so it ends that id, too.
 * @param isFinal whether an error is a final response of the server
 */
export function createIdempotentCall(isFinal: (error: unknown) => boolean) {
  const requests = new Map<string, { id: string; running: number }>()
  return async <Answer>(subject: string, call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    for (const [other, { running }] of requests) if (other !== subject && running === 0) requests.delete(other)
    const request = requests.get(subject) ?? { id: requestId(), running: 0 }
    requests.set(subject, request)
    request.running += 1
    const end = () => {
      if (requests.get(subject) === request) requests.delete(subject)
    }
    try {
      const answer = await call(request.id)
      end()
      return answer
    } catch (error) {
      if (isFinal(error)) end()
      throw error
    } finally {
      request.running -= 1
    }
  }
}
