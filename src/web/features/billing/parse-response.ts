import { RequestError } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'

/**
 * Returns the response, or throws the specified error if it does not come from our server, e.g. a proxy's page (spec
 * billing §8). `part` is a property that every valid response has.
 */
export async function parseResponse<Answer extends object>(
  call: Promise<Answer>,
  part: keyof Answer & string,
): Promise<Answer> {
  const answer = await call.catch((error: unknown) => {
    const { code, status } = readError(error)
    throw code === 'unknown' && status !== null ? new RequestError('function_error', 'Function error', status) : error
  })
  if (!hasPart(answer, part)) throw new RequestError('invalid_response', 'Invalid response format', 200)
  return answer
}

function hasPart(answer: unknown, part: string): boolean {
  return typeof answer === 'object' && answer !== null && part in answer
}
