import { endpoints } from '#server/http/implement.ts'
import { asCaller, inTransaction } from '#server/use-case/as-caller.ts'
import { analyzeSession } from './analyze-session.ts'
import { getInsights } from './get-insights.ts'
import { makeSuggestions, readBackground } from './suggest.ts'

const { insights } = endpoints

export const insightRoutes = {
  get: insights.get.handler(inTransaction(getInsights)),
  analyze: insights.analyze.handler(inTransaction(analyzeSession)),
  suggest: insights.suggest.handler(async ({ context, input, signal }) => {
    const background = await asCaller(context, readBackground, input)
    return await makeSuggestions(context, background, input.utterances, signal ?? new AbortController().signal)
  }),
}
