import type { Insights } from '#shared/contract/insights.ts'

/** The five insight fields in the specified order, with their labels. */
export const fields: readonly (readonly [name: keyof Insights, title: string])[] = [
  ['mainThemes', 'Main themes'],
  ['clientMood', 'Client mood'],
  ['therapeuticTechniquesUsed', 'Therapeutic techniques used'],
  ['suggestedFollowUp', 'Suggested follow-up'],
  ['potentialConcerns', 'Potential concerns'],
]
