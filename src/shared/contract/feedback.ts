import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Characters of a feature suggestion. */
export const longestSuggestion = 2000

export const feedback = {
  suggest: endpoint({ method: 'POST', path: '/suggestions', summary: 'Suggest a feature' })
    .input(z.object({ content: z.string().trim().min(1).max(longestSuggestion) }))
    .output(z.object({ id: z.string() })),
}
