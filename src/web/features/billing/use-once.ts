import { useCallback, useRef } from 'react'
import { readError } from '#web/api/errors.ts'
import { requestId } from '#web/api/request-id.ts'

/**
 * Calls with an id that stays the same until the server has answered: what is sent again, because nobody knows whether it
 * arrived, moves money once. What was answered, also by a refusal, is over, and the next call is another one.
 */
export function useOnce() {
  const current = useRef<string | null>(null)
  return useCallback(async <Answer>(call: (requestId: string) => Promise<Answer>): Promise<Answer> => {
    current.current ??= requestId()
    try {
      const answer = await call(current.current)
      current.current = null
      return answer
    } catch (error) {
      const { status } = readError(error)
      if (status !== null && status < 500) current.current = null
      throw error
    }
  }, [])
}
