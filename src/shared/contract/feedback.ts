import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { longestSuggestion } from './limits.ts'

export const feedback = {
  suggest: endpoint({ method: 'POST', path: '/suggestions', summary: 'Suggest a feature' })
    .input(z.object({ content: z.string().trim().min(1).max(longestSuggestion) }))
    .output(z.object({ id: z.string() })),
}
