import { APICallError, type LanguageModel, Output, RetryError, streamText, TypeValidationError } from 'ai'
import type * as z from 'zod'
import { isTemporaryStatus } from '../../temporary-status.ts'
import { DrafterError } from '../port.ts'
import { EmptyResponse, WebPage } from './streamed-fetch.ts'

/** Tokens read and written by a model, as its endpoint counts them; 0 if it does not count. */
export interface Tokens {
  read: number
  written: number
}

export interface Question<T> {
  /** A provider's model object, never a bare name. */
  model: Exclude<LanguageModel, string>
  instructions: string
  prompt: string
  schema: z.ZodType<T>
  /** Time limit for the whole answer. */
  timeoutMs: number
  /** Time limit for the first word of the answer. */
  firstTokenMs: number
  signal: AbortSignal
  /** Called for every answer, also for an unusable one. */
  onTokens?: ((tokens: Tokens) => void) | undefined
}

/**
 * An answer of the model that fits the schema. If an answer does not fit, the model is asked once more and gets the
 * problem.
 * @throws DrafterError; an abort rejects with the reason of `signal`
 */
export async function ask<T>(question: Question<T>): Promise<T> {
  const first = parseAnswer(await answer(question, question.prompt), question.schema)
  if ('value' in first) return first.value
  const retryPrompt = `${question.prompt}\n\nYour last answer was not valid: ${first.problem}.\nAnswer once more, with the JSON alone.`
  const second = parseAnswer(await answer(question, retryPrompt), question.schema)
  if ('value' in second) return second.value
  throw new DrafterError(`The language model gave no usable answer, twice: ${second.problem}.`)
}

/** The model's text. Streaming distinguishes a silent endpoint from a slow one. */
async function answer<T>(question: Question<T>, prompt: string): Promise<string> {
  const { model, instructions, schema, timeoutMs, firstTokenMs, signal, onTokens } = question
  signal.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  const silence = new AbortController()
  const silent = setTimeout(() => silence.abort(), firstTokenMs)
  try {
    const { fullStream } = streamText({
      model,
      instructions,
      prompt,
      output: Output.object({ schema }),
      maxRetries: 1,
      abortSignal: AbortSignal.any([signal, timeout, silence.signal]),
      // The SDK's default prints the error with the endpoint's answer. The stream contains the error, too.
      onError: () => undefined,
    })
    let text = ''
    for await (const part of fullStream) {
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') clearTimeout(silent)
      if (part.type === 'text-delta') text += part.text
      if (part.type === 'abort') throw new DrafterError('The language model was stopped.', true)
      if (part.type === 'error') throw part.error
      if (part.type !== 'finish') continue
      onTokens?.({ read: part.totalUsage.inputTokens ?? 0, written: part.totalUsage.outputTokens ?? 0 })
      if (part.finishReason === 'length')
        throw new DrafterError(
          'The answer of the language model was cut off at its output limit. Raise that limit, or use a model with a larger one.',
        )
    }
    return text
  } catch (error) {
    signal.throwIfAborted()
    if (silence.signal.aborted)
      throw new DrafterError(`The language model did not begin to answer in ${seconds(firstTokenMs)}.`, true)
    if (timeout.aborted) throw new DrafterError(`The language model did not answer in ${seconds(timeoutMs)}.`, true)
    throw error instanceof DrafterError ? error : drafterError(error)
  } finally {
    clearTimeout(silent)
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`

type Reading<T> = { value: T } | { problem: string }

/** Parses the JSON of an answer, also in a code block or in other text. */
function parseAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const given = text.trim()
  if (given === '') return { problem: 'it was empty' }
  let parsed: unknown
  try {
    parsed = JSON.parse(given.slice(given.indexOf('{'), given.lastIndexOf('}') + 1))
  } catch {
    return { problem: given.startsWith('{') && !given.endsWith('}') ? 'it was cut off' : 'it was not JSON' }
  }
  const checked = schema.safeParse(parsed)
  if (checked.success) return { value: checked.data }
  const issues = checked.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || 'answer'}: ${code}`)
  return { problem: `it did not fit the form (${issues.join('; ')})` }
}

/** The error without the provider's answer, which may repeat words of the session. */
function drafterError(error: unknown): DrafterError {
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (last instanceof WebPage)
    return new DrafterError(
      'The address of the language model answered with a web page. Check DRAFTER_BASE_URL and any proxy before it.',
    )
  if (last instanceof EmptyResponse)
    return new DrafterError(
      'The endpoint of the language model answered nothing. Some do so if the request does not fit: set DRAFTER_CONTEXT_TOKENS to the context of the model.',
    )
  if (TypeValidationError.isInstance(last))
    return new DrafterError(
      'The address of the language model answered in a form that is not that of a language model.',
    )
  const status = APICallError.isInstance(last) ? last.statusCode : 200
  if (status === undefined) return new DrafterError('The language model could not be reached.', true)
  if (status < 400) return new DrafterError('The answer of the language model broke off.', true)
  if (APICallError.isInstance(last) && isTooLong(last.responseBody))
    return new DrafterError(
      'The request does not fit the context of the language model. Set DRAFTER_CONTEXT_TOKENS to that context.',
    )
  return new DrafterError(`The language model refused the request with status ${status}.`, isTemporaryStatus(status))
}

/** Servers name this error differently, and with different statuses. */
const isTooLong = (body = '') => /context_length_exceeded|exceed_context_size|(?:available|maximum) context/i.test(body)
