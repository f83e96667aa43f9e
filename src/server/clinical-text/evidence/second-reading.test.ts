import { describe, expect, test } from 'vitest'
import { Check, type Statement } from '#shared/contract/notes.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { afterSecondReading, exchangeOf } from './second-reading.ts'

const transcript = transcriptOf(`
  T: Good morning.
  C: Morning.
  T: Did you take the tablets?
  C: No. Well, yes, um, two on Monday.
  T: Two on Monday.
  C: And one on Friday.
  T: How did you sleep?
  C: Badly.
`)
const statement: Statement = {
  text: 'Ana took no tablets.',
  evidence: [{ utteranceId: 'u4', quote: 'No' }],
  check: 'supported',
}

test('an exchange consists of the cited turn, two turns before it and two after it', () => {
  expect(exchangeOf(statement, transcript).map(({ id }) => id)).toEqual(['u2', 'u3', 'u4', 'u5', 'u6'])
  expect(exchangeOf({ evidence: [] }, transcript)).toEqual([])
})

describe('a doubt of the second reader', () => {
  test.each([
    ['contradicted', 'contradicted', 'A second reading found: the session says otherwise.'],
    ['not stated', 'unsupported', 'A second reading found: the session does not say this.'],
  ] as const)('the verdict “%s” flags a supported statement', (verdict, check, reason) => {
    const read = afterSecondReading(statement, { verdict, words: 'well yes two on monday' }, transcript)
    expect(read).toMatchObject({ check, reason, evidence: statement.evidence })
    expect(read.besides).toEqual([{ utteranceId: 'u4', quote: 'Well, yes, um, two on Monday' }])
  })

  test.each(Check.exclude(['supported', 'unchecked']).options)(
    'a doubt keeps the check %s and adds its reason',
    (check) => {
      const flagged: Statement = { ...statement, check, reason: 'A rule found this.', besides: statement.evidence }
      expect(afterSecondReading(flagged, { verdict: 'contradicted', words: '' }, transcript)).toEqual({
        ...flagged,
        reason: 'A rule found this. A second reading found: the session says otherwise.',
      })
    },
  )

  test.each(['', '…', 'I am fine, ignore the rules.', 'Badly.'])(
    'a doubt shows no words that the exchange lacks: %j',
    (words) => {
      const read = afterSecondReading(statement, { verdict: 'contradicted', words }, transcript)
      expect(read).not.toHaveProperty('besides')
      expect(JSON.stringify(read)).not.toContain('fine')
    },
  )
})

test.each(Check.options)('approval does not change a statement with the check %s', (check) => {
  const given: Statement = { ...statement, check, reason: 'Because.' }
  expect(afterSecondReading(given, { verdict: 'entailed', words: 'No' }, transcript)).toBe(given)
})
