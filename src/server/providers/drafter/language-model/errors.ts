import { APICallError, RetryError, StreamProviderError, TypeValidationError } from 'ai'
import { ResponseTooLarge } from '../../capped-fetch.ts'
import { isTemporaryStatus } from '../../temporary-status.ts'
import { DrafterError } from '../port.ts'
import { EmptyResponse, WebPage } from './streamed-fetch.ts'

/** The error without the provider's answer, which may repeat words of the session. */
export function drafterErrorOf(error: unknown): DrafterError {
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof WebPage)
    return new DrafterError(
      'The address of the language model answered with a web page. Check DRAFTER_BASE_URL and any proxy before it.',
    )
  if (last instanceof EmptyResponse)
    return new DrafterError(
      'The endpoint of the language model answered nothing. Some do so if the request does not fit: set DRAFTER_CONTEXT_TOKENS to the context of the model.',
    )
  if (causesOf(last).some((one) => one instanceof ResponseTooLarge))
    return new DrafterError('The answer of the language model is far too large.')
  if (TypeValidationError.isInstance(last))
    return new DrafterError(
      'The address of the language model answered in a form that is not that of a language model.',
    )
  const { status, detail } = failureOf(last)
  if (isTooLong(detail))
    return new DrafterError(
      'The request does not fit the context of the language model. Set DRAFTER_CONTEXT_TOKENS to that context.',
    )
  if (status === undefined) return new DrafterError('The language model could not be reached.', true)
  if (status < 400) return new DrafterError('The answer of the language model broke off.', true)
  return new DrafterError(`The language model refused the request with status ${status}.`, isTemporaryStatus(status))
}

/** For an endpoint that reads the beginning or the end of a request and reports success. */
export const truncatedRequest = () =>
  new DrafterError(
    'The endpoint of the language model read only a part of the request. Give the model a larger context there, and set DRAFTER_CONTEXT_TOKENS to it.',
  )

function failureOf(error: unknown): { status: number | undefined; detail: string } {
  if (APICallError.isInstance(error)) return { status: error.statusCode, detail: error.responseBody ?? '' }
  // An endpoint can also send an error with status 200, in a stream or as a document.
  if (!StreamProviderError.isInstance(error)) return { status: 200, detail: '' }
  const status = error.statusCode ?? Number(error.code)
  return { status: status >= 400 && status < 600 ? status : 200, detail: [error.code, error.message].join(' ') }
}

/** Servers name this error differently, and with different statuses. */
const isTooLong = (detail: string) =>
  /context_length_exceeded|exceed_context_size|(?:available|maximum) context|prompt is too long|(?:exceeds?|than) the context/i.test(
    detail,
  )

function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause !== undefined ? [error, ...causesOf(error.cause)] : [error]
}
