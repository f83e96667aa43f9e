import type { SafetyTopic } from '../finding.ts'

/** Words that indicate a topic if all of them occur, in any order and distance. */
export interface Cooccurrence {
  topic: SafetyTopic
  clarity: 'plain' | 'vague'
  words: readonly RegExp[]
  /** Matches words that indicate another meaning. */
  unless: RegExp
}
