import type { SafetyTopic } from '../finding.ts'

/** Words that speak of a topic where they stand together, in whatever order and distance. */
export interface Together {
  topic: SafetyTopic
  clarity: 'plain' | 'vague'
  words: readonly RegExp[]
  /** Tells of something else. */
  unless: RegExp
}
