import { describe, expect, test } from 'vitest'
import { history, live, liveText } from '#server/providers/analyst/live.fixture.ts'
import type { HistoryLine } from '#server/providers/analyst/port.ts'
import { suggestionsFrom } from './suggest.ts'

const suggest = (lines: string, history_: readonly HistoryLine[] = []) =>
  suggestionsFrom({ utterances: liveText(lines), clientFirstName: 'Ana', history: history_ })
const plan = (text: string): HistoryLine => ({ date: '2026-03-02', kind: 'plan', text })

test('suggestions list the most severe risk first, and at most four in all', () => {
  const found = suggestionsFrom({ utterances: live, clientFirstName: 'Ana', history })
  expect(found.map(({ text }) => text)).toEqual([
    'You may want to ask directly about thoughts of suicide.',
    'You may want to ask how this has been since last time.',
    'You may want to ask about this plan from last time.',
    'You may want to come back to a question that was left open.',
  ])
  expect(found[0]?.sources).toEqual([
    { quote: 'I just stood there, and sometimes I think I want to die.', utteranceId: 'l4', date: null },
  ])
})

describe('safety suggestions', () => {
  test('a safety topic that was asked about and denied since is not suggested', () => {
    expect(
      suggest(`
        Sometimes I think I want to die.
        Do you have thoughts of killing yourself now?
        No, not at all.
      `),
    ).toEqual([])
  })

  test('statements about people in general give no suggestion', () => {
    expect(suggest('When teens drink things can go wrong, like injuring yourself or hurting themselves.')).toEqual([])
  })

  test('an unanswered question about safety is suggested', () => {
    expect(
      suggest(`
        Do you ever hear voices that nobody else hears?
        The bus was late again this morning.
      `),
    ).toMatchObject([{ text: expect.stringContaining('seems unanswered'), sources: [{ utteranceId: 'l1' }] }])
  })
})

describe('plans from the last note', () => {
  const line = plan('Ana will call their sister about the loan.')

  test('plans that have not come up are suggested with their words and date', () => {
    expect(suggest('We had a quiet week at home.', [line])).toEqual([
      {
        text: 'You may want to ask about this plan from last time.',
        sources: [{ quote: line.text, utteranceId: null, date: '2026-03-02' }],
      },
    ])
  })

  test('plans that were mentioned are not suggested', () => {
    expect(suggest('I talked to my sister on Sunday, and the loan is settled.', [line])).toEqual([])
  })

  test('plans of an older session, or about the next appointment, are not suggested', () => {
    const older = { ...line, date: '2026-02-02' }
    expect(suggest('We had a quiet week.', [plan('See you next Thursday at ten.'), older])).toEqual([])
  })
})

test('a recurring theme cites its first and last mention', () => {
  const turns = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? `My boss shouted at me on day ${at}.` : 'I see.'))
  expect(suggest(turns.join('\n'))).toMatchObject([
    { text: expect.stringContaining('the theme of'), sources: [{ utteranceId: 'l1' }, { utteranceId: 'l9' }] },
  ])
})

test('small talk leads to no suggestion', () => {
  expect(suggest('Nice to see you. The rain has stopped at last.')).toEqual([])
})
