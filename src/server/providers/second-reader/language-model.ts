import * as z from 'zod'
import { ask } from '../drafter/language-model/ask.ts'
import { newFence } from '../drafter/language-model/fence.ts'
import type { LanguageModelOptions } from '../drafter/language-model/options.ts'
import { DrafterError } from '../drafter/port.ts'
import { verdicts, type Judgement, type SecondReader, type SecondReading } from './port.ts'
import { batchesOf, instructions, promptFor } from './prompt.ts'
import { riskIn } from './risk.ts'

/** Lets a language model read the statements in batches, one request each. */
export function createLanguageModelReader(options: LanguageModelOptions): SecondReader {
  return {
    longestMs: options.secondReadingMs,
    read: (request) => judgements(options, request),
    readForRisk: (request) => riskIn(options, request),
  }
}

async function* judgements(
  options: LanguageModelOptions,
  { statements, clientFirstName, signal }: SecondReading,
): AsyncGenerator<Judgement> {
  signal.throwIfAborted()
  const fence = newFence()
  const { batches, unreadable } = batchesOf(statements, options.contextTokens)
  for (const batch of batches) {
    const prompt = promptFor(batch, clientFirstName, fence)
    const schema = answerSchema(batch.map(({ id }) => id))
    const answer = await ask({ ...options, instructions, prompt, schema, signal })
    for (const { id, at } of batch) {
      const judgement = answer[id]
      if (judgement) yield { statement: at, ...judgement }
    }
  }
  if (unreadable > 0)
    throw new DrafterError(
      `${unreadable} of ${statements.length} statements do not fit the context of the language model. Set DRAFTER_CONTEXT_TOKENS to a larger context.`,
    )
}

const Judged = z.object({ verdict: z.enum(verdicts), words: z.string() })

/**
 * A field for each statement of the batch. Small models leave out entries of a list, and some endpoints reject a schema
 * with the length of a list.
 */
const answerSchema = (ids: readonly string[]) => z.object(Object.fromEntries(ids.map((id) => [id, Judged])))
