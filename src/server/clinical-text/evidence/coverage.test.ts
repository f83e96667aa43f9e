import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { transcriptOf } from '../transcript.fixture.ts'

test('coverageOf lists the utterances that were not read', () => {
  const transcript = transcriptOf('T: One.\nC: Two.\nT: Three.')
  expect(coverageOf(transcript, ['u1', 'u3', 'elsewhere'])).toEqual({ utterances: 3, read: 2, unread: ['u2'] })
})
