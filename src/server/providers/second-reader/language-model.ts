import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { ask } from '../drafter/language-model/ask.ts'
import type { LanguageModelOptions } from '../drafter/language-model/options.ts'
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
  const fence = `data-${randomUUID().slice(0, 8)}`
  for (const batch of batchesOf(statements, options.contextTokens)) {
    const prompt = promptFor(batch, clientFirstName, fence)
    const answer = await ask({
      ...options,
      instructions,
      prompt,
      schema: answerSchema(batch.map(({ id }) => id)),
      signal,
    })
    const at = new Map(batch.map((numbered) => [numbered.id, numbered.at]))
    for (const { statement, verdict, words } of answer.judgements)
      yield { statement: at.get(statement) ?? 0, verdict, words }
  }
}

/** Requires exactly one judgement for each statement of the batch, and no others. */
function answerSchema(ids: readonly string[]) {
  const judgement = z.object({ statement: z.enum(ids), verdict: z.enum(verdicts), words: z.string() })
  return z.object({
    judgements: z
      .array(judgement)
      .refine(
        (given) => given.length === ids.length && new Set(given.map(({ statement }) => statement)).size === ids.length,
      ),
  })
}
