import type { Insights } from '#shared/contract/insights.ts'

/** The five fields of the insights in the order of the specification, under the names that people read. */
export const fields: readonly (readonly [name: keyof Insights, title: string])[] = [
  ['mainThemes', 'Main themes'],
  ['clientMood', 'Client mood'],
  ['therapeuticTechniquesUsed', 'Therapeutic techniques used'],
  ['suggestedFollowUp', 'Suggested follow-up'],
  ['potentialConcerns', 'Potential concerns'],
]
