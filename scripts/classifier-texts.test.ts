import { expect, test } from 'vitest'
import clientPlanWeights from '#server/clinical-text/excerpts/plans/client-weights.json' with { type: 'json' }
import therapistPlanWeights from '#server/clinical-text/excerpts/plans/therapist-weights.json' with { type: 'json' }
import questionWeights from '#server/clinical-text/safety/classifier/question-weights.json' with { type: 'json' }
import statementWeights from '#server/clinical-text/safety/classifier/statement-weights.json' with { type: 'json' }
import { textsHash } from './classifier-texts.ts'

test('the weights were trained on the current texts (npm run classifier:train)', () => {
  expect(statementWeights.trainedOn).toBe(textsHash('statements'))
  expect(questionWeights.trainedOn).toBe(textsHash('questions'))
  expect(therapistPlanWeights.trainedOn).toBe(textsHash('plans'))
  expect(clientPlanWeights.trainedOn).toBe(textsHash('plans'))
})
