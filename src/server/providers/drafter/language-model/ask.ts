import { APICallError, generateText, NoObjectGeneratedError, Output, RetryError, type LanguageModel } from 'ai'
import type * as z from 'zod'
import { DrafterError } from '../port.ts'

export interface Question<T> {
  /** A model object of a provider, never a bare name. */
  model: Exclude<LanguageModel, string>
  instructions: string
  prompt: string
  schema: z.ZodType<T>
  timeoutMs: number
  signal: AbortSignal
}

/**
 * An answer of the model that the schema accepts. One that does not fit is given back once with what is wrong with it.
 * @throws DrafterError; an abort rejects with the reason of `signal`
 */
export async function ask<T>(question: Question<T>): Promise<T> {
  const first = await answer(question, question.prompt)
  if ('value' in first) return first.value
  const again = `${question.prompt}\n\nYour last answer was not valid: ${first.problem}\nAnswer once more, with the JSON alone.`
  const second = await answer(question, again)
  if ('value' in second) return second.value
  throw new DrafterError('The language model gave no usable answer, twice.')
}

type Answer<T> = { value: T } | { problem: string }

async function answer<T>(question: Question<T>, prompt: string): Promise<Answer<T>> {
  const { model, instructions, schema, timeoutMs, signal } = question
  signal.throwIfAborted()
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const { output } = await generateText({
      model,
      instructions,
      prompt,
      output: Output.object({ schema }),
      maxRetries: 1,
      abortSignal: AbortSignal.any([signal, timeout]),
    })
    return { value: output }
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) return reread(error.text ?? '', schema)
    signal.throwIfAborted()
    if (timeout.aborted)
      throw new DrafterError(`The language model did not answer in ${Math.round(timeoutMs / 1000)} seconds.`, true)
    throw drafterError(error)
  }
}

/** Takes the JSON out of a code block or out of the talk around it. */
function reread<T>(text: string, schema: z.ZodType<T>): Answer<T> {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch {
    return { problem: 'it was not JSON.' }
  }
  const checked = schema.safeParse(parsed)
  if (checked.success) return { value: checked.data }
  const issues = checked.error.issues.slice(0, 5).map(({ path, code }) => `${path.join('.') || 'answer'}: ${code}`)
  return { problem: `it did not fit the form (${issues.join('; ')}).` }
}

/** Never carries the answer of the provider: it may repeat what was said in the session. */
function drafterError(error: unknown): DrafterError {
  const last = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(last)) return new DrafterError('The language model could not be asked.', false)
  const status = last.statusCode
  if (status === undefined) return new DrafterError('The language model could not be reached.', true)
  const isTransient = status === 408 || status === 429 || status >= 500
  return new DrafterError(`The language model refused the request with status ${status}.`, isTransient)
}
