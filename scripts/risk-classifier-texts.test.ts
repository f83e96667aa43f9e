import { expect, test } from 'vitest'
import compiled from '#server/clinical-text/safety/classifier/weights.json' with { type: 'json' }
import { textsHash } from './risk-classifier-texts.ts'

test('the weights were trained on the current texts (npm run classifier:train)', () => {
  expect(compiled.trainedOn).toBe(textsHash())
})
