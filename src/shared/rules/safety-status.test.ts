import { expect, test } from 'vitest'
import type { SafetyPassage } from '../contract/notes.ts'
import { statusOf, topicsByStatus } from './safety-status.ts'

const passage = (topic: SafetyPassage['topic'], finding: SafetyPassage['finding']) => ({ topic, finding })
const passages = [
  passage('substance use', 'use mentioned'),
  passage('self-harm', 'denied'),
  passage('abuse', 'unclear'),
  passage('suicide', 'unclear'),
  passage('suicide', 'stated'),
]

test('the most serious finding is the status of a topic', () => {
  expect(statusOf(passages, 'suicide')).toBe('stated')
  expect(statusOf(passages, 'psychosis')).toBe('not raised')
})

test('topics are sorted by status: stated, unclear, denied, use mentioned, then those not raised', () => {
  const { raised, notRaised } = topicsByStatus(passages)
  expect(raised.map(({ topic }) => topic)).toEqual(['suicide', 'abuse', 'self-harm', 'substance use'])
  expect(notRaised).toEqual(['harm to others', 'psychosis', 'child safety'])
})
