import { ask, type Question } from '../../drafter/language-model/ask.ts'
import type { LanguageModelOptions } from '../../drafter/language-model/options.ts'
import { DrafterError } from '../../drafter/port.ts'
import { type Analyst, AnalystError } from '../port.ts'
import { analyzeWith } from './analyze.ts'
import { suggestWith } from './suggest.ts'

/** Finds insights with the language model that also writes notes. Its statements pass the same evidence check. */
export function createLanguageModelAnalyst(options: LanguageModelOptions): Analyst {
  return {
    analyze: (request) =>
      analyzeWith((question) => askAsAnalyst({ ...options, ...question }), options.contextTokens, request),
    suggest: (request) =>
      suggestWith((question) => askAsAnalyst({ ...options, ...question }), options.contextTokens, request),
  }
}

async function askAsAnalyst<T>(question: Question<T>): Promise<T> {
  try {
    return await ask(question)
  } catch (error) {
    if (error instanceof DrafterError) throw new AnalystError(error.message, error.transient, { cause: error })
    throw error
  }
}
