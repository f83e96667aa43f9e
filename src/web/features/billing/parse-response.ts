import { RequestError } from '#web/api/auth.ts'
import { readError } from '#web/api/errors.ts'

/**
 * The answer to a call, in the specified words where something else came than an answer of ours, e.g. the page of a proxy
 * (spec admin §8). `part` is what every right answer has.
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
