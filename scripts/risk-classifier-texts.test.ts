import { expect, test } from 'vitest'
import questionWeights from '#server/clinical-text/safety/classifier/question-weights.json' with { type: 'json' }
import statementWeights from '#server/clinical-text/safety/classifier/statement-weights.json' with { type: 'json' }
import { textsHash } from './risk-classifier-texts.ts'

test('the weights were trained on the current texts (npm run classifier:train)', () => {
  expect(statementWeights.trainedOn).toBe(textsHash('statements'))
  expect(questionWeights.trainedOn).toBe(textsHash('questions'))
})
