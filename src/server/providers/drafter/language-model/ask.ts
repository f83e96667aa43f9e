import { type LanguageModel, Output, streamText } from 'ai'
import type * as z from 'zod'
import { DrafterError } from '../port.ts'
import { drafterErrorOf, truncatedRequest } from './errors.ts'

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
  /** True if the endpoint counts the whole prompt. A far smaller count then means that it left out a part. */
  countsWholePrompt?: boolean | undefined
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
  // Some servers do not count what they have in their cache.
  const repeated = { ...question, countsWholePrompt: false }
  const second = parseAnswer(await answer(repeated, retryPrompt), question.schema)
  if ('value' in second) return second.value
  throw new DrafterError(`The language model gave no usable answer, twice: ${second.problem}.`)
}

/** The model's text. Streaming distinguishes a silent endpoint from a slow one. */
async function answer<T>(question: Question<T>, prompt: string): Promise<string> {
  const { model, instructions, schema, timeoutMs, firstTokenMs, signal, onTokens, countsWholePrompt } = question
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
      const { inputTokens: read = 0, outputTokens: written = 0 } = part.totalUsage
      onTokens?.({ read, written })
      if (countsWholePrompt && isFarLessThan(read, instructions + prompt)) throw truncatedRequest()
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
    throw error instanceof DrafterError ? error : drafterErrorOf(error)
  } finally {
    clearTimeout(silent)
  }
}

/** No tokenizer makes tokens of more than about five characters on average. Proxies that do not count report 0 or 1. */
const isFarLessThan = (read: number, text: string) => read > 100 && read < text.length / 6.4

const seconds = (ms: number) => `${Math.round(ms / 1000)} seconds`

type Reading<T> = { value: T } | { problem: string }

/** The thoughts of a model whose server does not separate them, also without the opening tag. */
const thoughts = /^(?![{`])[\s\S]*?<\/think(?:ing)?>/i

/** Parses the JSON of an answer, also after thoughts, in a code block or in other text. */
function parseAnswer<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const given = text.trim().replace(thoughts, '').trim()
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
