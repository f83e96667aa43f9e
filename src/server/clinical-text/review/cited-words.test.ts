import { expect, test } from 'vitest'
import { transcriptOf } from '../transcript.fixture.ts'
import { citedWords } from './cited-words.ts'

test('citedWords writes quotation marks inside the cited words as single marks', () => {
  const text = 'She said “go away” and left'
  const transcript = { ...transcriptOf(`C: ${text}`), hasTimes: false }
  const statement = {
    text: 'Her sister left.',
    evidence: [{ utteranceId: 'u1', quote: text }],
    check: 'supported',
  } as const
  expect(citedWords({ ...statement, evidence: [...statement.evidence] }, transcript)?.text).toBe(
    "Client: “She said 'go away' and left”.",
  )
})
