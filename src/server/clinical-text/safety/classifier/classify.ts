import { safetyTopics } from '#shared/rules/safety-lists.ts'
import type { SafetyTopic } from '../finding.ts'
import { featuresOf } from './features.ts'
import { createScores } from '../../language/linear-models.ts'
import compiled from './statement-weights.json' with { type: 'json' }

/** Sentences of a turn are read in groups: most statements about risk in ordinary words take more than one. */
const maxSentences = 3
const maxWords = 45

/** Scores above which a text is shown, chosen for few false alarms in ordinary sessions (decision 0143). */
const thresholds: Readonly<Record<SafetyTopic, number>> = {
  suicide: 0.3,
  'self-harm': 0,
  'harm to others': -0.45,
  abuse: -0.1,
  psychosis: 0.1,
  'child safety': -0.35,
  'substance use': 0.9,
}

export interface Classified {
  topic: SafetyTopic
  /** How far the score exceeds the threshold of the topic. */
  margin: number
  /** Numbers of the first and last sentence. */
  first: number
  last: number
}

const scoresOf = createScores(compiled)

/** The group of sentences and the topic that most resemble known statements about risk; null if none does. */
export function classify(sentences: readonly string[]): Classified | null {
  const features = sentences.map(featuresOf)
  let best: Classified | null = null
  for (const first of sentences.keys()) {
    const group = new Set<string>()
    let words = 0
    for (let last = first; last < Math.min(first + maxSentences, sentences.length); last++) {
      words += sentences[last]?.split(/\s+/).length ?? 0
      if (last > first && words > maxWords) break
      for (const feature of features[last] ?? []) group.add(feature)
      for (const [at, score] of scoresOf(group).entries()) {
        const topic = safetyTopics[at] ?? 'suicide'
        const margin = score - thresholds[topic]
        if (margin > (best?.margin ?? 0)) best = { topic, margin, first, last }
      }
    }
  }
  return best
}
