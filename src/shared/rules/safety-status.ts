import type { SafetyPassage } from '../contract/notes.ts'
import { safetyTopics } from './safety-lists.ts'

export type SafetyStatus = SafetyPassage['finding'] | 'not raised'

const gravestFirst = ['stated', 'unclear', 'denied', 'use mentioned'] as const

/** Risk topics, in display order. */
export const topicNames: Readonly<Record<SafetyPassage['topic'], string>> = {
  suicide: 'Suicide',
  'self-harm': 'Self-harm',
  'harm to others': 'Harm to others',
  abuse: 'Abuse and neglect',
  psychosis: 'Psychosis',
  'child safety': 'Child safety',
  'substance use': 'Substance use',
}

/** Status of a topic: the most serious finding of its passages. */
export function statusOf(
  passages: readonly Pick<SafetyPassage, 'topic' | 'finding'>[],
  topic: SafetyPassage['topic'],
): SafetyStatus {
  return (
    gravestFirst.find((finding) => passages.some((one) => one.topic === topic && one.finding === finding)) ??
    'not raised'
  )
}

/** The topics of a session, most serious status first, then those not raised. */
export function topicsByStatus(passages: readonly Pick<SafetyPassage, 'topic' | 'finding'>[]) {
  const raised = gravestFirst.flatMap((status) =>
    safetyTopics.filter((topic) => statusOf(passages, topic) === status).map((topic) => ({ topic, status })),
  )
  return { raised, notRaised: safetyTopics.filter((topic) => statusOf(passages, topic) === 'not raised') }
}
