import { describe, expect, test } from 'vitest'
import { checkedStatement } from '../evidence/evidence.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { confirmRisk, riskConfirmer } from './confirm.ts'

const transcript = transcriptOf(`
  T: Any thoughts of ending your life?
  C: No. Well, sometimes I think it would be easier not to wake up.
  T: How often does that happen?
  C: Maybe twice a week.
  T: How was the week otherwise?
  C: I walked with my sister on Monday.
  T: You mentioned the pills before.
  C: I counted out the pills on Friday night.
  T: And do you hear voices that others do not hear?
  C: No.
  T: And how was Friday?
  C: We had wine at dinner on Friday.
`)

const confirmed = (text: string, evidence: readonly [string, string][]) => {
  const quotes = evidence.map(([utteranceId, quote]) => ({ utteranceId, quote }))
  return riskConfirmer(transcript)(checkedStatement(text, quotes, transcript, 'Wren'))
}

describe('supported statement about risk', () => {
  const statement = confirmed('Wren reports: “sometimes I think it would be easier not to wake up.”', [
    ['u2', 'sometimes I think it would be easier not to wake up'],
  ])

  test('a supported statement about risk needs confirmation, with the reason', () => {
    expect(statement).toMatchObject({
      check: 'confirm',
      reason: 'Risk always needs your confirmation. The first answer changes after “No.”',
    })
  })

  test('a supported statement about risk shows the whole exchange, then the other passages on the topic', () => {
    expect(statement.besides?.map(({ utteranceId }) => utteranceId)).toEqual(['u1', 'u2', 'u3', 'u4', 'u8'])
    expect(statement.besides?.[1]?.quote).toBe('No. Well, sometimes I think it would be easier not to wake up.')
  })
})

test('a supported denial of risk needs confirmation, too', () => {
  const statement = confirmed('When asked “And do you hear voices that others do not hear?”, Wren answered “No.”', [
    ['u9', 'And do you hear voices that others do not hear?'],
    ['u10', 'No.'],
  ])
  expect(statement).toMatchObject({ check: 'confirm', reason: 'Risk always needs your confirmation.' })
})

test('a statement that names a risk needs confirmation, whatever it cites', () => {
  const statement = riskConfirmer(transcript)({
    text: 'No SI.',
    evidence: [{ utteranceId: 'u6', quote: 'I walked' }],
    check: 'supported',
  })
  expect(statement).toMatchObject({
    check: 'confirm',
    reason: 'Risk always needs your confirmation. Not every passage about suicide says no.',
  })
})

test('a wrong statement about risk keeps its finding', () => {
  const statement = confirmed('Wren counted out the pills 4 times.', [['u8', 'I counted out the pills']])
  expect(statement.check).toBe('number')
})

describe('a statement about marked words', () => {
  const quote = 'I walked with my sister on Monday.'
  const statement = {
    text: `Wren reports: “${quote}”`,
    evidence: [{ utteranceId: 'u6', quote }],
    check: 'supported',
  } as const
  const withMarks = (marks: Parameters<typeof riskConfirmer>[1], given = transcript) =>
    riskConfirmer(given, marks)({ ...statement, evidence: [...statement.evidence] })

  test('a statement about marked words needs confirmation, with the topic and the other passages on it', () => {
    const found = withMarks([{ topic: 'suicide', utteranceId: 'u6' }])
    expect(found).toMatchObject({
      check: 'confirm',
      reason: 'Risk always needs your confirmation. A language model read the cited words as possibly about suicide.',
    })
    expect(found.besides?.map(({ utteranceId }) => utteranceId)).toEqual(['u5', 'u7', 'u8', 'u2'])
  })

  test('a statement about marked words needs confirmation even if the card shows the words in another exchange or not at all', () => {
    const other = [
      { topic: 'abuse', utteranceId: 'u4' },
      { topic: 'abuse', utteranceId: 'u6' },
    ] as const
    expect(withMarks(other).check).toBe('confirm')
    const longTranscript = transcriptOf(
      Array.from({ length: 12 }, (_, at) => `T: And then?\nC: Walk number ${at}.`).join('\n'),
    )
    const evidence = [{ utteranceId: 'u24', quote: 'Walk number 11.' }]
    const everyTurn = longTranscript.utterances.map(({ id }) => ({ topic: 'abuse' as const, utteranceId: id }))
    const last = riskConfirmer(longTranscript, everyTurn)({ text: '“Walk number 11.”', evidence, check: 'supported' })
    expect(last.check).toBe('confirm')
  })

  test('a statement about marked words needs confirmation after the marked turn was split or merged into the cited turn', () => {
    expect(withMarks([{ topic: 'suicide', utteranceId: 'u6~3' }]).check).toBe('confirm')
    const utterances = transcript.utterances.map((turn) => (turn.id === 'u6' ? { ...turn, merged: ['u9'] } : turn))
    expect(withMarks([{ topic: 'suicide', utteranceId: 'u9' }], { ...transcript, utterances }).check).toBe('confirm')
  })

  test('a statement stays supported if only another turn is marked', () => {
    expect(withMarks([{ topic: 'suicide', utteranceId: 'u4' }]).check).toBe('supported')
  })

  test('a statement about marked words in another language needs confirmation, too', () => {
    const utterances = transcript.utterances.map((turn) => ({ ...turn, language: 'de' }))
    expect(withMarks([{ topic: 'abuse', utteranceId: 'u6' }], { ...transcript, utterances }).check).toBe('confirm')
  })

  test('a denial beside a marked turn says that not every passage agrees', () => {
    const denial = riskConfirmer(transcript, [{ topic: 'psychosis', utteranceId: 'u6' }])({
      text: 'Wren does not hear voices.',
      evidence: [{ utteranceId: 'u10', quote: 'No.' }],
      check: 'supported',
    })
    expect(denial.reason).toContain('Not every passage about psychosis says no.')
  })
})

test.each<[string, [string, string]]>([
  ['Wren reports: “I walked with my sister on Monday.”', ['u6', 'I walked with my sister on Monday.']],
  ['Wren reports: “We had wine at dinner on Friday.”', ['u12', 'We had wine at dinner on Friday.']],
])('this is not a statement about risk: %s', (text, evidence) => {
  expect(confirmed(text, [evidence]).check).toBe('supported')
})

test('an excerpt of a worksheet needs confirmation like the statement', () => {
  const evidence = [{ utteranceId: 'u8', quote: 'I counted out the pills on Friday night.' }]
  const said = checkedStatement('Wren said: “I counted out the pills on Friday night.”', evidence, transcript, 'Wren')
  const [section] = confirmRisk([{ title: 'Data', content: '', statements: [said], excerpts: [said] }], transcript)
  expect(said.check).toBe('supported')
  expect(section?.excerpts?.map(({ check }) => check)).toEqual(['confirm'])
  expect(section?.excerpts).toEqual(section?.statements)
})
