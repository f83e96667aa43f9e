import type { SafetyPassage } from '#shared/contract/notes.ts'

/** The safety topics, the most severe first. */
export const topicsBySeverity: readonly SafetyPassage['topic'][] = [
  'suicide',
  'harm to others',
  'self-harm',
  'abuse',
  'child safety',
  'psychosis',
  'substance use',
]
