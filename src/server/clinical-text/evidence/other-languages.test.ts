import { describe, expect, test } from 'vitest'
import type { Statement } from '#shared/contract/notes.ts'
import { foreignSessions } from '../language/foreign-sessions.fixture.ts'
import { withLanguages } from '../language/spoken-language.ts'
import { transcriptOf } from '../transcript.fixture.ts'
import { coverageOf } from './coverage.ts'
import { notDiscussed } from './edits.ts'
import { checkedStatement } from './evidence.ts'
import { exceptOtherLanguages } from './other-languages.ts'

const german = foreignSessions['de'] ?? []
const lines = (turns: readonly string[]) => turns.map((line, at) => `${at % 2 ? 'C' : 'T'}: ${line}`).join('\n')

function checkOf(turns: readonly string[], text: string, ...quotes: readonly (readonly [string, string])[]): Statement {
  const transcript = withLanguages(transcriptOf(lines(turns)))
  const evidence = quotes.map(([utteranceId, quote]) => ({ utteranceId, quote }))
  const statement = checkedStatement(text, evidence, transcript)
  const coverage = coverageOf(
    transcript,
    transcript.utterances.map(({ id }) => id),
  )
  const draft = { sections: [{ title: 'Data', content: text, statements: [statement] }], coverage }
  const found = exceptOtherLanguages(draft, transcript).sections[0]?.statements[0]
  return found ?? statement
}

const tablets = ['u6', 'Ich habe in den letzten Wochen Tabletten gesammelt, achtundvierzig Stück'] as const

describe('a statement about a session in another language', () => {
  test.each([
    ['in English', 'Client has been collecting tablets for some weeks.'],
    ['in its language', 'Klientin hat in den letzten Wochen Tabletten gesammelt.'],
    ['that is false', 'Client denies having collected tablets.'],
    ['with a quote that was said', 'Client said: “in den letzten Wochen Tabletten gesammelt”.'],
    ['with a quote in marks of its language', 'Klientin sagt: „in den letzten Wochen Tabletten gesammelt“.'],
    ['with a figure in words', 'Client has collected forty-eight tablets.'],
  ])('a statement %s about a session in another language is not checked', (_, text) => {
    expect(checkOf(german, text, tablets)).toMatchObject({ check: 'unchecked', evidence: [{ utteranceId: 'u6' }] })
  })

  test('the evidence check supports a statement that is only a quote of a session in another language', () => {
    expect(
      checkOf(german, '“Ich denke fast jeden Abend daran, mir das Leben zu nehmen.”', ['u4', german[3] ?? '']),
    ).toMatchObject({
      check: 'supported',
    })
  })

  test.each([
    ['of words that nobody said', 'Client said: “Ich habe zwanzig Tabletten gesammelt”.'],
    ['with a changed word', 'Client said: “Ich habe keine Tabletten gesammelt”.'],
  ])('a statement with a quote %s is unsupported', (_, text) => {
    const found = checkOf(german, text, tablets)
    expect(found.check).toBe('unsupported')
    expect(found.reason).toMatch(/^“Ich habe .+” was not said in the session\.$/)
  })

  test('a statement whose quotes are not in the transcript has no evidence', () => {
    expect(checkOf(german, 'Client sleeps well.', ['u6', 'Ich schlafe sehr gut'])).toMatchObject({
      check: 'unsupported',
      evidence: [],
    })
    expect(checkOf(german, 'Client sleeps well.')).toMatchObject({ check: 'unsupported' })
  })

  test.each([
    ['Client was asked to call at 10:30.', '10:30'],
    ['Client has 84 tablets.', '84'],
    ['Client takes 2,5 mg.', '2,5'],
  ])('the evidence check flags a figure that was not said: %s', (text, figure) => {
    const turns = [
      ...german,
      'Rufen Sie mich um 10:15 an, und nehmen Sie bitte nur 1,5 mg von den 48 Stück.',
      'Ja, das mache ich.',
    ]
    const quote = ['u13', turns[12] ?? ''] as const
    expect(checkOf(turns, text, quote)).toMatchObject({
      check: 'number',
      reason: `The number ${figure} is not in the quoted words.`,
    })
    expect(checkOf(turns, 'Client should call at 10:15 and take 1,5 mg; 48 tablets.', quote).check).toBe('unchecked')
  })

  test('figures in Arabic digits are compared with Latin ones', () => {
    const arabic = [...(foreignSessions['ar'] ?? []), 'نمت ٤ ساعات فقط كل ليلة منذ يوم الأحد الماضي.']
    const quote = ['u11', arabic[10] ?? ''] as const
    expect(checkOf(arabic, 'Client sleeps 4 hours a night.', quote).check).toBe('unchecked')
    expect(checkOf(arabic, 'Client sleeps 6 hours a night.', quote).check).toBe('number')
  })

  test('quotes in a script without spaces are found, and a changed quote is unsupported', () => {
    const chinese = foreignSessions['zh'] ?? []
    expect(
      checkOf(chinese, 'Client: “我怕自己做得不够好，怕老板不要我了”', ['u4', '我怕自己做得不够好，怕老板不要我了'])
        .check,
    ).toBe('unchecked')
    expect(checkOf(chinese, 'Client: “自己做得不够好”', ['u4', '自己做得不够好']).check).toBe('unchecked')
    expect(checkOf(chinese, 'Client: “我怕自己做得很好”', ['u4', '我怕自己做得不够好']).check).toBe('unsupported')
  })
})

const english = [
  'How has the week been since we last spoke?',
  'Better than the one before. I slept four nights out of seven.',
  'What was different on those four nights?',
  'I left the phone in the kitchen and read until I was tired.',
  'And how was it to go to your brother’s party on Saturday?',
  'Loud. I stayed for an hour, which is longer than I thought I would.',
]

describe('a session partly in another language', () => {
  const turns = [...english, ...(foreignSessions['es'] ?? []).slice(0, 4)]

  test('in a mixed session, only statements that cite English turns are checked', () => {
    expect(
      checkOf(turns, 'Client left the phone in the kitchen.', ['u4', 'I left the phone in the kitchen']).check,
    ).toBe('supported')
    expect(checkOf(turns, 'Client slept nine nights.', ['u2', 'I slept four nights out of seven']).check).toBe('number')
    expect(checkOf(turns, 'Client cannot sleep.', ['u8', 'No puedo dormir']).check).toBe('unchecked')
  })
})

test('excerpts of English turns of a mixed session do not change', () => {
  const transcript = withLanguages(transcriptOf(lines([...english, ...(foreignSessions['es'] ?? []).slice(0, 4)])))
  const coverage = coverageOf(transcript, [])
  const said = checkedStatement('Client said: “Loud.”', [{ utteranceId: 'u6', quote: 'Loud.' }], transcript)
  const section = { title: 'Data', content: said.text, statements: [said], excerpts: [said], toWrite: true } as const
  const draft = { sections: [{ ...section, statements: [said], excerpts: [said] }], coverage }
  expect(exceptOtherLanguages(draft, transcript).sections).toEqual([section])
})

test('foreign turns are not covered, and an empty section does not say that nothing was discussed', () => {
  const draftOf = (turns: readonly string[]) => {
    const transcript = withLanguages(transcriptOf(lines(turns)))
    const coverage = coverageOf(transcript, transcript.utterances.map(({ id }) => id).slice(1))
    return exceptOtherLanguages(
      { sections: [{ title: 'Plan', content: notDiscussed, statements: [] }], coverage },
      transcript,
    )
  }
  expect(draftOf(german).coverage).toMatchObject({ utterances: 12, read: 0 })
  expect(draftOf(german).sections[0]?.content).toBe('')
  const spanish = (foreignSessions['es'] ?? []).slice(0, 4)
  expect(draftOf([...english, ...spanish])).toEqual({
    sections: [{ title: 'Plan', content: '', statements: [] }],
    coverage: { utterances: 10, read: 5, unread: ['u1', 'u7', 'u8', 'u9', 'u10'] },
  })
  expect(draftOf(english)).toMatchObject({ sections: [{ content: notDiscussed }], coverage: { read: 5 } })
})
