import { threads } from '#server/threads/pool.ts'
import type { Analyst } from '../port.ts'

/** Finds insights without a language model. Every sentence is based on spoken words; unsupported sentences are left out. */
export function createExtractiveAnalyst(): Analyst {
  return {
    async analyze({ signal, ...request }) {
      return { insights: await threads.run('findInsights', request, signal), analyst: 'extractive' }
    },
    suggest: ({ signal, ...request }) => threads.run('makeSuggestions', request, signal),
  }
}
