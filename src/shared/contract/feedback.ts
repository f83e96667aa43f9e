import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { maxSuggestionLength } from './limits.ts'

export const feedback = {
  suggest: endpoint({ method: 'POST', path: '/suggestions', summary: 'Suggest a feature' })
    .input(z.object({ content: z.string().trim().min(1).max(maxSuggestionLength) }))
    .output(z.object({ id: z.string() })),
}
