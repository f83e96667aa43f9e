import type { Insights } from '#shared/contract/insights.ts'

interface Written {
  text: string
  evidence: { utterance: number; quote: string }[]
}

/** A model's answer with these statements in the named fields. */
export function insightsAnswer(fields: Partial<Record<keyof Insights, readonly Written[]>>): { content: string } {
  const empty = {
    mainThemes: [],
    clientMood: [],
    therapeuticTechniquesUsed: [],
    suggestedFollowUp: [],
    potentialConcerns: [],
  }
  return { content: JSON.stringify({ ...empty, ...fields }) }
}

/** A model's answer with these suggestions. */
export function suggestionsAnswer(
  suggestions: readonly { text: string; sources: { line: string; quote: string }[] }[],
): {
  content: string
} {
  return { content: JSON.stringify({ suggestions }) }
}
