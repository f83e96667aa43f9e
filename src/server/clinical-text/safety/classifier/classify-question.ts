import { safetyTopics } from '#shared/rules/safety-lists.ts'
import type { SafetyTopic } from '../finding.ts'
import { questionFeaturesOf } from './features.ts'
import { createScores } from '../../language/linear-models.ts'
import compiled from './question-weights.json' with { type: 'json' }

/** Scores above which a question counts as one about the topic, chosen for few false alarms in ordinary sessions (decision 0144). */
const thresholds: Readonly<Record<SafetyTopic, number>> = {
  suicide: 0.25,
  'self-harm': 0.5,
  'harm to others': -0.25,
  abuse: 0,
  psychosis: 0.5,
  'child safety': -0.5,
  'substance use': 1,
}

/** Longer sentences are rarely direct questions. */
const maxWords = 30

const scoresOf = createScores(compiled)

/** The topic that a therapist's question asks about, in words that no list contains; null if it asks about none. */
export function topicOfQuestion(question: string): SafetyTopic | null {
  if (question.split(/\s+/).length > maxWords) return null
  const margins = scoresOf(questionFeaturesOf(question)).map(
    (score, at) => score - thresholds[safetyTopics[at] ?? 'suicide'],
  )
  const most = Math.max(...margins)
  return most > 0 ? (safetyTopics[margins.indexOf(most)] ?? null) : null
}
