import { expect, test } from 'vitest'
import { DrafterError } from '#server/providers/drafter/port.ts'
import { measureRisk } from './measure-risk.ts'
import { harmless, indirect } from './risk-cases.ts'

const topics = new Map(indirect.map(({ topic, text }) => [text, topic]))

test('the risk cases contain at least thirty indirect and thirty harmless statements, all of them different', () => {
  expect(indirect.length).toBeGreaterThanOrEqual(30)
  expect(harmless.length).toBeGreaterThanOrEqual(30)
  expect(new Set([...topics.keys(), ...harmless]).size).toBe(indirect.length + harmless.length)
})

test('measureRisk gives the best score to a reader that finds exactly the indirect statements', async () => {
  const score = await measureRisk({
    async *readForRisk({ transcript }) {
      for (const [utterance, { text }] of transcript.utterances.entries()) {
        const topic = topics.get(text)
        if (topic) yield { utterance, topic }
      }
    },
  })
  expect(score).toEqual({
    failed: { count: 0, of: 6 },
    found: { count: 30, of: 30 },
    foundUnderAnyTopic: { count: 30, of: 30 },
    falseAlarms: { count: 0, of: 30 },
  })
})

test('measureRisk counts a false alarm for each harmless statement if a reader marks every statement', async () => {
  const score = await measureRisk({
    async *readForRisk({ transcript }) {
      for (const utterance of transcript.utterances.keys()) yield { utterance, topic: 'suicide' }
    },
  })
  expect(score).toMatchObject({ foundUnderAnyTopic: { count: 30 }, falseAlarms: { count: 30 } })
})

test('measureRisk counts a session as failed if the reader throws', async () => {
  const score = await measureRisk({
    readForRisk: () => {
      throw new DrafterError('The language model could not be reached.', true)
    },
  })
  expect(score).toMatchObject({ failed: { count: 6, of: 6 }, found: { count: 0, of: 30 } })
})
